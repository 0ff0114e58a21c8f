import { answerRequest } from '@/lib/service/embedded'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'
/** Seconds. Plans not reached by then stay due for the next call. */
export const maxDuration = 300

export const GET = answerRequest
export const POST = answerRequest
