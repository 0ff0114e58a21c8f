import type { Finding } from '../../finding'

export const named = ({ rule, level }: Finding): string => `${rule} ${level}`

export const worrying = (findings: readonly Finding[]): string[] =>
  findings.filter(({ level }) => level !== 'OK' && level !== 'INFO').map(named)
