import { answerRequest } from '@/lib/service/embedded'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'

export const GET = answerRequest
export const OPTIONS = answerRequest
