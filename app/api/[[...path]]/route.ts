import { commonHeaders } from '@/lib/service/http/common-headers'

export const dynamic = 'force-dynamic'

/** Any address under `/api` at which there is nothing: programs ask here, and a page would tell them nothing. */
const notFound = (): Response =>
  Response.json(
    { message: 'There is nothing at this address.', code: 'NOT_FOUND' },
    { status: 404, headers: commonHeaders },
  )

export const GET = notFound
export const HEAD = notFound
export const POST = notFound
export const PUT = notFound
export const PATCH = notFound
export const DELETE = notFound
export const OPTIONS = notFound
