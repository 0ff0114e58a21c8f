import { startPostgres } from '@/lib/service/testing/postgres'
import { openDatabase } from '@/lib/service/database/open-database'
import { sweepDatabase } from '@/lib/service/sweep'
const pg = await startPostgres()
const url = await pg.newDatabase()
const db = await openDatabase({ DATA_DIR: '', DATABASE_URL: url }, Date.now)
const { Client } = await import('pg')
const c = new Client(url); await c.connect()
const q = (t: string, v: unknown[] = []) => c.query(t, v)
const now = Date.now(), day = 86_400_000
console.time('fill')
await q(`insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, status_message, turn_seq, last_seq, created_at)
 select gen_random_uuid()::text, 'user-' || (n % 10000), '0x0000000000000000000000000000000000000000', 1, gen_random_uuid()::text, 1, 'input-required',
  $1::bigint - (random() * 29 * 86400000.0)::bigint, json_build_object('kind','message','parts', repeat(md5(n::text), 12)), 1, 5, $1 from generate_series(1, 1000000) as t(n)`, [now])
await q('analyze tasks'); 
console.timeEnd('fill')
console.log((await q(`select pg_size_pretty(pg_total_relation_size('tasks')) s`)).rows)
const plan = async (label: string, t: string, v: unknown[]) => { const r = await q('explain (analyze, buffers) ' + t, v); console.log('---', label, '\n' + r.rows.map((x: any) => x['QUERY PLAN']).join('\n')) }
const sel = 'select id from tasks where status_at < $1 and runner is null order by id limit $2'
await plan('none old', sel, [now - 30 * day, 100])
for (let i = 0; i < 3; i++) { const t = performance.now(); await sweepDatabase(db, now, 30); console.log('sweep none old ms', Math.round(performance.now() - t)) }
await plan('3% old', sel, [now - 28 * day, 100])
let t = performance.now(); await sweepDatabase(db, now + 2 * 3600_000, 29); console.log('sweep ~3k old', Math.round(performance.now() - t), (await q('select count(*) from tasks')).rows)
// insert cost
const ins = `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq, created_at)
 select gen_random_uuid()::text, 'u', '0x', 1, 'c', 1, 'working', $1::bigint, 1, 5, $1 from generate_series(1, $2::int)`
const upd = `update tasks set status_at = status_at + 1000, state='input-required' where owner='u'`
const time = async (label: string, f: () => Promise<unknown>) => { const t = performance.now(); await f(); console.log(label, Math.round(performance.now() - t)) }
for (let i=0;i<2;i++){ await time('insert 20000', () => q(ins, [now, 20000])); await time('update 20000', () => q(upd)); await q(`delete from tasks where owner='u'`); await q('vacuum tasks') }
await q('create index tasks_age on tasks (status_at) where runner is null')
await q('analyze tasks')
console.log((await q(`select pg_size_pretty(pg_relation_size('tasks_age')) s`)).rows)
for (let i=0;i<2;i++){ await time('with index: insert 20000', () => q(ins, [now, 20000])); await time('with index: update 20000', () => q(upd)); await q(`delete from tasks where owner='u'`); await q('vacuum tasks') }
await plan('index none old', sel, [now - 30 * day, 100])
await plan('index old, by status_at', 'select id from tasks where status_at < $1 and runner is null order by status_at limit $2', [now - 28 * day, 100])
await c.end(); await db.close(); await pg.stop()
