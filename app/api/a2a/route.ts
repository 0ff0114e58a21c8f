import { answerRequest } from '@/lib/service/embedded'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'
/** Seconds. The client resumes a stream that is cut off. */
export const maxDuration = 300

export const GET = answerRequest
export const POST = answerRequest
