/** Why the devnet cannot start or continue. The message says what to do. */
export class DevnetError extends Error {
  override readonly name = 'DevnetError'
  constructor(
    readonly code: 'binary-missing' | 'port-taken' | 'anvil-stopped' | 'deploy-failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function portTaken(port: number): DevnetError {
  return new DevnetError(
    'port-taken',
    `Port ${port} is taken. Stop what uses it, or set DEVNET_PORT to the first of three free ports.`,
  )
}
