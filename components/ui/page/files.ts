/** Gives a text to the person as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Not before the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Reads a file that the person has chosen, of at most so many bytes. Returns what is wrong with it if it cannot. */
export async function readFile(file: File, longest: number): Promise<{ text: string } | { problem: string }> {
  if (file.size > longest)
    return { problem: `This file is too large: at most ${longest / 1_000} kB can be imported. Nothing was imported.` }
  const text = await file.text().catch(() => null)
  return text === null ? { problem: 'This file could not be read. Nothing was imported.' } : { text }
}

/** Said if the code that reads or writes a file, which comes with the click, does not load. */
export const filesNotLoaded = 'Part of the app could not be loaded. Check your connection and try again.'
