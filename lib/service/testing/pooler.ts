import { connect, createServer, type Socket } from 'node:net'
import { listenLocally } from '@/devnet/listen'

/** A pooler in front of a test Postgres. */
export type Pooler = {
  /** The same database through the pooler, in the form of `DATABASE_URL`. */
  url: string
  stop: () => Promise<void>
}

/** A connection to Postgres. It serves at most one client at a time. */
type Server = { socket: Socket; client: ((frame: Buffer) => void) | null }

type Pool = {
  take: () => Promise<Server>
  giveBack: (server: Server) => void
  /** Ends a connection in the middle of a transaction, which Postgres rolls back. */
  replace: (server: Server) => void
}

/** Version 3.0 of the Postgres protocol. */
const protocol = 196_608

/**
 * Pools connections by transaction, like PgBouncer in that mode: any number of clients share two connections to a
 * Postgres without a password. Each transaction gets the connection that has been idle longest, so whatever a client
 * left in a session (a prepared statement, a setting, a lock, a channel) is missing in its next one.
 */
export async function startPooler(url: string): Promise<Pooler> {
  const sockets = new Set<Socket>()
  const idle: Server[] = []
  const waiting: ((server: Server) => void)[] = []
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const pool: Pool = {
    take: async () => idle.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    giveBack: (server) => {
      server.client = null
      const next = waiting.shift()
      if (next) next(server)
      else idle.push(server)
    },
    replace: (server) => {
      server.socket.destroy()
      void open()
    },
  }
  const open = () =>
    new Promise<void>((resolve) => openServer(new URL(url), keep, (server) => resolve(pool.giveBack(server))))

  const listener = createServer((socket) => serve(keep(socket), pool))
  const [port] = await Promise.all([listenLocally(listener), open(), open()])
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** Opens a connection to Postgres, and calls back when it is ready for a first transaction. */
function openServer(url: URL, keep: (socket: Socket) => Socket, opened: (server: Server) => void): void {
  const settings = ['user', url.username, 'database', url.pathname.slice(1)].map((text) => `${text}\0`).join('')
  const socket = keep(connect(Number(url.port), url.hostname))
  const server: Server = {
    socket,
    client: (frame) => {
      if (typeOf(frame) === 'Z') opened(server)
    },
  }
  // Frames that arrive while it serves nobody, such as notifications, are dropped.
  socket.on(
    'data',
    framesOf((frame) => server.client?.(frame)),
  )
  socket.write(Buffer.concat([int32(4 + 4 + settings.length + 1), int32(protocol), Buffer.from(`${settings}\0`)]))
}

/** Serves a client, with a connection for the length of each of its transactions. */
function serve(socket: Socket, pool: Pool): void {
  let server: Server | null = null
  let isWaiting = false
  let unsent: Buffer[] = []
  /** Number of requests after which Postgres has not yet reported that it is ready for another. */
  let unanswered = 0

  const receive = (frame: Buffer) => {
    socket.write(frame)
    if (typeOf(frame) !== 'Z') return
    unanswered--
    if (!server || unanswered > 0 || frame.at(-1) !== idle) return
    pool.giveBack(server)
    server = null
  }
  const send = (to: Server) => {
    for (const frame of unsent) {
      if (typeOf(frame) === 'S' || typeOf(frame) === 'Q') unanswered++
      to.socket.write(frame)
    }
    unsent = []
  }
  const forward = async (frame: Buffer) => {
    unsent.push(frame)
    if (server) return send(server)
    if (isWaiting) return
    isWaiting = true
    const taken = await pool.take()
    isWaiting = false
    if (socket.destroyed) return pool.giveBack(taken)
    server = taken
    server.client = receive
    send(server)
  }
  socket.once('close', () => {
    if (server) pool.replace(server)
  })
  socket.once('data', () => {
    // Its first message names its user and database; ours are used.
    socket.write(Buffer.concat([Buffer.from('R'), int32(8), int32(0), Buffer.from('Z'), int32(5), Buffer.from('I')]))
    socket.on(
      'data',
      framesOf((frame) => (typeOf(frame) === 'X' ? socket.end() : void forward(frame))),
    )
  })
}

/** Transaction status in a `Z` frame outside a transaction. */
const idle = 'I'.charCodeAt(0)

const typeOf = (frame: Buffer): string => String.fromCharCode(frame[0] ?? 0)

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Splits a stream into frames: a type of one byte, then the length of the rest. */
function framesOf(found: (frame: Buffer) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (piece) => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) return
      const frame = rest.subarray(0, length)
      rest = rest.subarray(length)
      found(frame)
    }
  }
}
