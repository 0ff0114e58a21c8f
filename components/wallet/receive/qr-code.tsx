import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** Light modules around the code, without which scanners miss it (ISO/IEC 18004, "quiet zone"). */
const border = 4

/**
 * Draws a text as a QR code: dark on light whatever the theme, because many scanners cannot read one that is inverted.
 * `label` is what a screen reader says in its place.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
    const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: rows.length, path: dark.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      data-qr=""
      className={`forced-color-adjust-none bg-white [print-color-adjust:exact] ${className ?? ''}`}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
