/**
 * The schema, one entry per version, each a list of single statements. A released entry is never changed; a later one
 * follows. The `auth_` tables have the column names of better-auth, which once wrote them. `auth_session.token` holds
 * the SHA-256 of a token, never a token. Messages are `json` and not `jsonb`, which refuses some texts that JSON allows
 * (NUL, lone surrogates).
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
    // `terms` is what was signed; the columns beside it serve for lookups.
    `create table permissions (
      id text primary key, owner text not null, address text not null, nonce text not null, terms json not null,
      digest text not null, signature text not null, enforcement text not null, execution json, task_id text not null,
      call_id text not null, valid_until bigint not null, created_at bigint not null, revoked_at bigint,
      unique (address, nonce))`,
    `create index permissions_of_owner on permissions (owner)`,
  ],
  [
    // Tasks that the service began by itself. The key names the occasion, so that each is proposed once.
    `create table proposals (
      owner text not null, key text not null, task_id text not null unique references tasks (id), kind text not null,
      title text not null, created_at bigint not null, primary key (owner, key))`,
    `create index proposals_of_owner on proposals (owner, created_at)`,
  ],
  [
    // When a watcher last checked a permission's position. Of many instances, one does so at a time.
    'alter table permissions add column looked_at bigint',
    // Moves proposed under a permission. `is_open` while the move has cleared its bounds at every check since; clearing
    // them again later begins another episode.
    `create table rebalance_moves (
      permission_id text not null references permissions (id) on delete cascade, spot text not null, target text not null,
      episode int not null, is_open boolean not null, primary key (permission_id, spot, target))`,
  ],
  [
    // `position` is the index of the next date in the plan's schedule, and `next_at` that date while the plan is
    // active.
    `create table plans (
      id text primary key, owner text not null, address text not null, chain_id int not null, agent_id int not null,
      number int not null, terms jsonb not null, state text not null, position int not null, next_at bigint,
      last_task text, offered_from int not null, created_at bigint not null, changed_at bigint not null,
      unique (owner, number))`,
    `create index plans_due on plans (next_at) where state = 'active'`,
  ],
  [
    // When the open proposals of an ended permission were taken back. Nothing is proposed under it from then on, even
    // by an instance whose clock is behind.
    'alter table permissions add column closed_at bigint',
    'create index permissions_open on permissions (valid_until) where closed_at is null',
  ],
  [
    // Result of the last portfolio analysis of an owner, to tell what has changed since.
    'create table portfolio_looks (owner text primary key, seen json not null, seen_at bigint not null)',
  ],
  [
    // The writer of an event holds its task's row. Looking it up again for each event was expensive.
    'alter table events drop constraint events_task_id_fkey',
  ],
  [
    // Signed before the limit per move got its present name: those signatures can no longer be verified, so nothing may
    // be proposed under them.
    "delete from permissions where terms::jsonb -> 'maxAmountPerMove' is null",
  ],
  [
    // Until when a wallet may have a call: its proposal is not taken back meanwhile.
    'alter table calls add column signing_until bigint',
  ],
  [
    // The browser that said it is signing a call, and the time: another one must not ask its wallet unawares.
    'alter table calls add column signing_by text',
    'alter table calls add column signing_since bigint',
  ],
  [
    // Deleting an account, and finding out that nothing is left of one, must not read everyone's conversations.
    'create index tasks_of_owner on tasks (owner)',
  ],
  [
    // Browsers whose claim to a call was taken over, in order. The last of them gets it back if the present holder
    // asked no wallet after all. Their wallets may still be open.
    'alter table calls add column signing_over text[]',
  ],
  [
    // A turn's last event stays as long as its task, so the index for deletable events must skip it.
    'create index events_passing on events (at) where not final',
    'drop index events_age',
    // Deleting an account, and finding out that nothing is left of one, must not read the rows of all others.
    'create index auth_wallet_user on auth_wallet ("userId")',
    'create index auth_account_user on auth_account ("userId")',
    'create index sign_in_nonces_address on sign_in_nonces (lower(address))',
  ],
  [
    // Results that arrived during a turn, to be answered after it.
    'alter table tasks add column kept jsonb',
  ],
  [
    // When unasked work was last done: a clock far from that is not trusted by itself. In an older database, the newest
    // row stands in for it.
    'create table clock_marks (id int primary key check (id = 1), seen_at bigint not null)',
    `insert into clock_marks select 1, newest from (select greatest(
       (select max(status_at) from tasks), (select max(changed_at) from plans), (select max(created_at) from permissions),
       (select max(created_at) from proposals), (select max(seen_at) from portfolio_looks), (select max(at) from events),
       (select (extract(epoch from max("updatedAt")) * 1000)::bigint from auth_user)) as newest) n where newest is not null`,
  ],
  [
    // `said` is the number of the message that made a call: calls of one message are answered together. `unasked`:
    // nobody asked for the call, so it depends on the plan or permission that it was proposed under.
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
    // The person's settings of a conversation, and when they were made; `deleted_at` hides it.
    `alter table tasks add column title text, add column title_words tsvector,
       add column pinned boolean not null default false, add column touched_at bigint, add column deleted_at bigint`,
    'drop index tasks_of_owner',
    'create index tasks_of_owner on tasks (owner, status_at desc, id desc)',
    'create index tasks_touched on tasks (owner, touched_at) where touched_at is not null',
    'create index tasks_deleted on tasks (deleted_at) where deleted_at is not null',
    // The search words of messages. Older messages whose text SQL refuses although JSON allows it (NUL, lone
    // surrogates) cannot be found.
    'alter table messages add column words tsvector',
    `update messages m set words = (
       select array_to_tsvector(coalesce(array_agg(distinct word) filter (where length(word) between 1 and 64), '{}'))
       from json_array_elements(m.parts) part, regexp_split_to_table(lower(left(part->>'text', 50000)), '[^[:alnum:]]+') word)
     where m.parts::text like '%"text":%' and m.parts::text !~* '\\\\u(0000|d[89a-f])'`,
    'create index messages_words on messages using gin (words)',
  ],
  [
    // Tables of better-auth beside users, wallets and sessions; nothing reads them.
    'drop table auth_account',
    'drop table auth_verification',
  ],
  [
    // The offer with which a person set up a plan, once, and its conversation.
    'alter table plans add column offer text, add column set_up_in text',
    'create unique index plans_of_offer on plans (owner, offer) where offer is not null',
  ],
  [
    // When a message came, the earlier one of the person's that it was sent in place of, and up to when the person has read a
    // conversation. Null where that was before this version.
    'alter table messages add column at bigint, add column resends json',
    'alter table tasks add column read_at bigint',
  ],
  [
    // Search words are folded from this version on, as `lib/wire/folded-text.ts` does it. Only databases in UTF-8 can:
    // in others, words with accents of before this version are found as they were written there.
    ...[
      ['messages', 'words'],
      ['tasks', 'title_words'],
    ].map(
      ([table, column]) => `update ${table} set ${column} = array_to_tsvector(array(
         select distinct left(folded, 64) from unnest(tsvector_to_array(${column})) word,
           normalize(lower(normalize(word, NFKD)), NFC) whole,
           regexp_replace(normalize(whole, NFD), '[\\u0300-\\u036f]', '', 'g') bare,
           translate(bare, 'øđðħıłŋŧς', 'oddhilntσ') short,
           normalize(replace(replace(replace(replace(short, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) folded
         where folded <> ''))
       where octet_length(${column}::text) <> length(${column}::text) and getdatabaseencoding() = 'UTF8'`,
    ),
  ],
]
