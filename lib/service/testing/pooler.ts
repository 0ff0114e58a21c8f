import { connect, createServer, type Socket } from 'node:net'
import { listenLocally } from '@/devnet/listen'

/** A pooler of one's own before a test Postgres. */
export type Pooler = {
  /** The same database behind it, as for `DATABASE_URL`. */
  url: string
  stop: () => Promise<void>
}

/** A connection to Postgres. It serves one client at a time, or none. */
type Server = { socket: Socket; client: ((frame: Buffer) => void) | null }

type Pool = {
  take: () => Promise<Server>
  giveBack: (server: Server) => void
  /** Ends a connection in the middle of a transaction, which Postgres undoes. */
  replace: (server: Server) => void
}

/** The version of Postgres' protocol, 3.0. */
const protocol = 196_608

/**
 * Pools connections by transaction, as PgBouncer does in that mode: any number of clients share two connections to a
 * Postgres that asks for no password. Each transaction gets the one that has rested longest, so what a client left in a
 * session (a prepared statement, a setting, a lock, a channel listened to) is not there for its next one.
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
  // What comes while it serves nobody, such as a notification, is nobody's.
  socket.on(
    'data',
    framesOf((frame) => server.client?.(frame)),
  )
  socket.write(Buffer.concat([int32(4 + 4 + settings.length + 1), int32(protocol), Buffer.from(`${settings}\0`)]))
}

/** Lets a client in, and gives it a connection for as long as each of its transactions lasts. */
function serve(socket: Socket, pool: Pool): void {
  let server: Server | null = null
  let isWaiting = false
  let unsent: Buffer[] = []
  /** Requests after which Postgres has not said yet that it is ready for another. */
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
    // What it says first names its user and database: they are ours.
    socket.write(Buffer.concat([Buffer.from('R'), int32(8), int32(0), Buffer.from('Z'), int32(5), Buffer.from('I')]))
    socket.on(
      'data',
      framesOf((frame) => (typeOf(frame) === 'X' ? socket.end() : void forward(frame))),
    )
  })
}

/** What a server says at the end of a frame `Z` outside of a transaction. */
const idle = 'I'.charCodeAt(0)

const typeOf = (frame: Buffer): string => String.fromCharCode(frame[0] ?? 0)

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Takes pieces of a stream, and gives its frames: a type of one byte, then the length of the rest. */
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
