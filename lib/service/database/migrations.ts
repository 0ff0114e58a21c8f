/**
 * The schema, one entry a version, each a list of single statements. An entry that was released is never changed;
 * a later one follows. The `auth_` tables have the columns that better-auth named, which wrote them once; `auth_session.token` holds the
 * SHA-256 of a token, never a token. What people and agents say is `json`, not `jsonb`, which refuses some texts that
 * JSON allows (NUL, half a surrogate pair).
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table auth_user (
      id text primary key, name text not null, email text not null unique, "emailVerified" boolean not null,
      image text, "createdAt" timestamptz not null, "updatedAt" timestamptz not null)`,
    `create table auth_session (
      id text primary key, token text not null unique, "userId" text not null references auth_user (id) on delete cascade,
      "expiresAt" timestamptz not null, "ipAddress" text, "userAgent" text, "createdAt" timestamptz not null,
      "updatedAt" timestamptz not null, wallet_address text, chain_id int)`,
    `create index auth_session_user on auth_session ("userId")`,
    `create index auth_session_expiry on auth_session ("expiresAt")`,
    `create table auth_account (
      id text primary key, "accountId" text not null, "providerId" text not null,
      "userId" text not null references auth_user (id) on delete cascade, "accessToken" text, "refreshToken" text,
      "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, scope text,
      password text, "createdAt" timestamptz not null, "updatedAt" timestamptz not null)`,
    `create table auth_verification (
      id text primary key, identifier text not null, value text not null, "expiresAt" timestamptz not null,
      "createdAt" timestamptz not null, "updatedAt" timestamptz not null)`,
    `create index auth_verification_identifier on auth_verification (identifier)`,
    `create table auth_wallet (
      id text primary key, "userId" text not null references auth_user (id) on delete cascade, address text not null,
      "chainId" int not null, "isPrimary" boolean, "createdAt" timestamptz not null, unique (address, "chainId"))`,
    `create table sign_in_nonces (
      nonce text primary key, address text not null, chain_id int not null, browser text not null,
      expires_at bigint not null, used_at bigint)`,
    `create index sign_in_nonces_expiry on sign_in_nonces (expires_at)`,
    `create unlogged table rate_limits (key text primary key, window_start bigint not null, hits int not null)`,
  ],
  [
    `create table tasks (
      id text primary key, owner text not null, address text not null, chain_id int not null, context_id text not null,
      agent_id int not null, state text not null, status_at bigint not null, status_message json, error json,
      turn_seq int not null, last_seq int not null, runner text, lease_until bigint, created_at bigint not null)`,
    `create index tasks_running on tasks (lease_until) where runner is not null`,
    `create table messages (
      task_id text not null references tasks (id), ord int not null, owner text not null, message_id text not null,
      role text not null, parts json not null, primary key (task_id, ord))`,
    `create unique index messages_once on messages (owner, message_id) where role = 'user'`,
    `create table calls (
      call_id text primary key, task_id text not null references tasks (id), owner text not null, ord int not null,
      name text not null, state text not null, result json)`,
    `create index calls_of_task on calls (task_id)`,
    `create table events (
      task_id text not null references tasks (id), seq int not null, final boolean not null, event text not null,
      at bigint not null, primary key (task_id, seq))`,
    `create index events_age on events (at)`,
  ],
  [
    // terms is what was signed; the columns beside it are those that are looked for.
    `create table permissions (
      id text primary key, owner text not null, address text not null, nonce text not null, terms json not null,
      digest text not null, signature text not null, enforcement text not null, execution json, task_id text not null,
      call_id text not null, valid_until bigint not null, created_at bigint not null, revoked_at bigint,
      unique (address, nonce))`,
    `create index permissions_of_owner on permissions (owner)`,
  ],
  [
    // Tasks that the service began by itself. The key names the occasion: each is proposed once.
    `create table proposals (
      owner text not null, key text not null, task_id text not null unique references tasks (id), kind text not null,
      title text not null, created_at bigint not null, primary key (owner, key))`,
    `create index proposals_of_owner on proposals (owner, created_at)`,
  ],
  [
    // When a watcher last looked at what a permission covers: of many instances one does at a time.
    'alter table permissions add column looked_at bigint',
    // Moves that were proposed by a permission. is_open while a move has cleared its bounds at every look since; when it
    // does so again later, that is another episode.
    `create table rebalance_moves (
      permission_id text not null references permissions (id) on delete cascade, spot text not null, target text not null,
      episode int not null, is_open boolean not null, primary key (permission_id, spot, target))`,
  ],
  [
    // position is the index of the next date of the plan's schedule, next_at that date while the plan is active.
    `create table plans (
      id text primary key, owner text not null, address text not null, chain_id int not null, agent_id int not null,
      number int not null, terms jsonb not null, state text not null, position int not null, next_at bigint,
      last_task text, offered_from int not null, created_at bigint not null, changed_at bigint not null,
      unique (owner, number))`,
    `create index plans_due on plans (next_at) where state = 'active'`,
  ],
  [
    // When an ended permission's open proposals were taken back. Nothing is proposed under it from then on, also by an
    // instance whose clock is behind.
    'alter table permissions add column closed_at bigint',
    'create index permissions_open on permissions (valid_until) where closed_at is null',
  ],
  [
    // What the last analysis of an owner's portfolio saw, to tell what has changed since.
    'create table portfolio_looks (owner text primary key, seen json not null, seen_at bigint not null)',
  ],
  [
    // Whoever writes an event holds the row of its task. To look it up once more for each event cost much.
    'alter table events drop constraint events_task_id_fkey',
  ],
  [
    // Signed before the limit of each move was called what it is: what was signed then cannot be verified any more, so
    // nothing may be proposed by it.
    "delete from permissions where terms::jsonb -> 'maxAmountPerMove' is null",
  ],
  [
    // Until when a call may be before a wallet: a proposal is not taken back meanwhile.
    'alter table calls add column signing_until bigint',
  ],
  [
    // Which browser has said that it signs a call, and since when: another one must not ask its wallet unawares.
    'alter table calls add column signing_by text',
    'alter table calls add column signing_since bigint',
  ],
  [
    // To delete an account, and to tell that nothing is left of one, must not read everybody's conversations.
    'create index tasks_of_owner on tasks (owner)',
  ],
  [
    // The browsers whose claim to a call was taken over, in order: the last of them has it again where the one that took
    // it over has asked no wallet after all. Theirs may still be open.
    'alter table calls add column signing_over text[]',
  ],
  [
    // The last event of a turn stays as long as its task: to find those that do not, an index must not lead past it.
    'create index events_passing on events (at) where not final',
    'drop index events_age',
    // To delete an account, and to tell that nothing is left of one, must not read what belongs to all others.
    'create index auth_wallet_user on auth_wallet ("userId")',
    'create index auth_account_user on auth_account ("userId")',
    'create index sign_in_nonces_address on sign_in_nonces (lower(address))',
  ],
  [
    // Results that came while a turn was under way, to be answered after it.
    'alter table tasks add column kept jsonb',
  ],
  [
    // When what nobody asks for was last done: a clock that is far from that is not believed by itself. The newest row
    // stands for it in a database from before.
    'create table clock_marks (id int primary key check (id = 1), seen_at bigint not null)',
    `insert into clock_marks select 1, newest from (select greatest(
       (select max(status_at) from tasks), (select max(changed_at) from plans), (select max(created_at) from permissions),
       (select max(created_at) from proposals), (select max(seen_at) from portfolio_looks), (select max(at) from events),
       (select (extract(epoch from max("updatedAt")) * 1000)::bigint from auth_user)) as newest) n where newest is not null`,
  ],
  [
    // `said` is the number of the message that made a call: calls of one message are answered together. `unasked`: nobody
    // has asked for it, so it stands and falls with what the service proposed it by.
    `alter table calls add column said int, add column at bigint not null default 0, add column ended_at bigint,
       add column unasked boolean not null default false`,
    `update calls c set at = t.status_at, ended_at = case when c.state = 'pending' then null else t.status_at end,
       said = (select min(m.ord) from messages m
         where m.task_id = c.task_id and m.role = 'agent' and strpos(m.parts::text, c.call_id) > 0)
     from tasks t where t.id = c.task_id`,
    `update calls c set unasked = true where exists (select 1 from proposals p where p.task_id = c.task_id)
       and not exists (select 1 from messages m where m.task_id = c.task_id and m.role = 'user'
         and (m.parts::text like '%"type":"text"%' or m.parts::text like '%"type":"data"%'))`,
    'create index calls_of_owner on calls (owner, at desc, call_id desc)',
  ],
  [
    // What the person has made of a conversation, and since when; `deleted_at` hides it.
    `alter table tasks add column title text, add column title_words tsvector,
       add column pinned boolean not null default false, add column touched_at bigint, add column deleted_at bigint`,
    'drop index tasks_of_owner',
    'create index tasks_of_owner on tasks (owner, status_at desc, id desc)',
    'create index tasks_touched on tasks (owner, touched_at) where touched_at is not null',
    'create index tasks_deleted on tasks (deleted_at) where deleted_at is not null',
    // The words of what was said, to search it. Where the text cannot be read in SQL, which refuses what JSON allows (NUL,
    // half a surrogate pair), what was said before is not found.
    'alter table messages add column words tsvector',
    `update messages m set words = (
       select array_to_tsvector(coalesce(array_agg(distinct word) filter (where length(word) between 1 and 64), '{}'))
       from json_array_elements(m.parts) part, regexp_split_to_table(lower(left(part->>'text', 50000)), '[^[:alnum:]]+') word)
     where m.parts::text like '%"text":%' and m.parts::text !~* '\\\\u(0000|d[89a-f])'`,
    'create index messages_words on messages using gin (words)',
  ],
  [
    // What better-auth kept beside users, wallets and sessions; nothing reads it.
    'drop table auth_account',
    'drop table auth_verification',
  ],
  [
    // The offer by which a person has set up a plan, once, and the conversation that it was in.
    'alter table plans add column offer text, add column set_up_in text',
    'create unique index plans_of_offer on plans (owner, offer) where offer is not null',
  ],
  [
    // When a message came, the earlier one of the person's that it was sent in place of, and up to when the person has read a
    // conversation. Null where that was before this version.
    'alter table messages add column at bigint, add column resends json',
    'alter table tasks add column read_at bigint',
  ],
]
