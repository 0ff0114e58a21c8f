/** Gives a text to the person as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Not before the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
