import { commonHeaders } from '@/lib/service/http/common-headers'

export const dynamic = 'force-dynamic'

/** Answers unknown addresses under `/api` with JSON: their callers are programs, which cannot use an HTML page. */
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
