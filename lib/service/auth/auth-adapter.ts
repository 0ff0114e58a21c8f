import { createHash } from 'node:crypto'
import type { BetterAuthOptions } from 'better-auth'
import { type CleanedWhere, type CustomAdapter, createAdapterFactory, type DBAdapter } from 'better-auth/adapters'
import { z } from 'zod'
import type { Database, Query, Row } from '../database/database'

/** What the database keeps of a session token: whoever reads the database cannot sign in with what is there. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

const operators = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const
const isOperator = (name: string): name is keyof typeof operators => Object.hasOwn(operators, name)
const countSchema = z.tuple([z.object({ count: z.coerce.number() })])

/** better-auth's storage over our port, in plain SQL. Session tokens are hashed on their way in. */
export function authAdapter(database: Database): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const over = (
      query: Query,
      transaction: NonNullable<Parameters<typeof createAdapterFactory>[0]['config']['transaction']>,
    ) =>
      createAdapterFactory({
        config: { adapterId: 'countersign', transaction },
        adapter: () => sqlMethods(query),
      })(options)
    return over(database.query, (work) => database.transaction((query) => work(over(query, false))))
  }
}

/** The statements. Rows go to better-auth as they are; it knows their columns, so their types are its claim. */
function sqlMethods(query: Query): CustomAdapter {
  const select = async (model: string, where: CleanedWhere[], rest: string): Promise<Row[]> => {
    const { sql, values } = whereClause(model, where)
    return restoreToken(model, where, await query(`select * from ${quote(model)}${sql} ${rest}`, values))
  }
  const update = async (model: string, where: CleanedWhere[], fields: object): Promise<Row[]> => {
    const entries = Object.entries(hashToken(model, fields))
    const { sql, values } = whereClause(model, where, entries.length)
    const set = entries.map(([name], index) => `${quote(name)} = $${index + 1}`).join(', ')
    const all = [...entries.map(([, value]) => value), ...values]
    return restoreToken(model, where, await query(`update ${quote(model)} set ${set}${sql} returning *`, all))
  }
  const remove = async (model: string, where: CleanedWhere[]): Promise<Row[]> => {
    const { sql, values } = whereClause(model, where)
    return query(`delete from ${quote(model)}${sql} returning *`, values)
  }
  return {
    create: async ({ model, data }) => {
      const entries = Object.entries(hashToken(model, { ...data }))
      const names = entries.map(([name]) => quote(name)).join(', ')
      const places = entries.map((_, index) => `$${index + 1}`).join(', ')
      await query(
        `insert into ${quote(model)} (${names}) values (${places})`,
        entries.map(([, value]) => value),
      )
      return data
    },
    findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
      ((await select(model, where, 'limit 1'))[0] ?? null) as T | null,
    findMany: async <T>(find: Parameters<CustomAdapter['findMany']>[0]) => {
      const order = find.sortBy
        ? `order by ${quote(find.sortBy.field)} ${find.sortBy.direction === 'desc' ? 'desc' : 'asc'}`
        : ''
      const page = `limit ${Math.trunc(find.limit)} offset ${Math.trunc(find.offset ?? 0)}`
      return (await select(find.model, find.where ?? [], `${order} ${page}`)) as T[]
    },
    update: async <T>({ model, where, update: fields }: { model: string; where: CleanedWhere[]; update: T }) =>
      ((await update(model, where, Object(fields)))[0] ?? null) as T | null,
    updateMany: async ({ model, where, update: fields }) => (await update(model, where, fields)).length,
    delete: async ({ model, where }) => void (await remove(model, where)),
    deleteMany: async ({ model, where }) => (await remove(model, where)).length,
    consumeOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
      const { sql, values } = whereClause(model, where)
      const one = `select ctid from ${quote(model)}${sql} limit 1 for update`
      const rows = await query(`delete from ${quote(model)} where ctid = (${one}) returning *`, values)
      return (rows[0] ?? null) as T | null
    },
    count: async ({ model, where = [] }) => {
      const { sql, values } = whereClause(model, where)
      return countSchema.parse(await query(`select count(*) as count from ${quote(model)}${sql}`, values))[0].count
    },
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const isSecret = (model: string, field: string) => model === 'auth_session' && field === 'token'

/** `first` is how many values stand before those of the clause. */
function whereClause(model: string, where: readonly CleanedWhere[], first = 0): { sql: string; values: unknown[] } {
  if (where.length === 0) return { sql: '', values: [] }
  const conditions = where.map(({ field, operator, connector }, index) => {
    if (connector === 'OR' || !isOperator(operator)) throw new Error(`Not used here: ${connector} ${operator}`)
    return `${quote(field)} ${operators[operator]} $${first + index + 1}`
  })
  const values = where.map(({ field, value }) => (isSecret(model, field) ? tokenHash(String(value)) : value))
  return { sql: ` where ${conditions.join(' and ')}`, values }
}

function hashToken(model: string, fields: object): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, unknown] => [
      name,
      isSecret(model, name) ? tokenHash(String(value)) : value,
    ]),
  )
}

/** A row that was found by its token carries that token again, since better-auth goes on to use it. */
function restoreToken(model: string, where: readonly CleanedWhere[], rows: Row[]): Row[] {
  const asked = where.find(({ field, operator }) => isSecret(model, field) && operator === 'eq')
  return asked ? rows.map((row) => ({ ...row, token: asked.value })) : rows
}
