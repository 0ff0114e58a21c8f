import { answerRequest } from '@/lib/service/embedded'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'
/** Seconds. A stream that is cut off is taken up again by the client. */
export const maxDuration = 300

export const GET = answerRequest
export const POST = answerRequest
