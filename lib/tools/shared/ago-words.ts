/** Says how long ago something was, for example "5 minutes ago". Null below two minutes. */
export function agoWords(milliseconds: number): string | null {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 2) return null
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.floor(minutes / 60)} hours ago`
}
