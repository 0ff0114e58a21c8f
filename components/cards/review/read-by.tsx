import { createContext, useContext } from 'react'
import reader from '@/lib/language/reader/version.generated.json'

/** Version of the reader that read the words which a card answers. Null if none did. */
export const ReadByVersion = createContext<string | null>(null)

/** Says so if a card's words were read by another version of the reader than this page's. */
export function ReadBy() {
  const version = useContext(ReadByVersion)
  if (version === null || version === reader.version) return null
  return (
    <p data-reader={version} className="text-label text-ink-muted text-pretty">
      Your words were read by version {version} of the reader. This page has version {reader.version}.
    </p>
  )
}
