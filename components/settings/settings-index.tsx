'use client'

/** Sections of the page, by the ids of their headings. */
const sections = [
  ['limits-heading', 'Limits'],
  ['swaps-heading', 'Swaps'],
  ['rpc-heading', 'Networks'],
  ['quiet-heading', 'Quiet mode'],
  ['notify-heading', 'Notifications'],
  ['reading-heading', 'Figures and times'],
  ['address-book-heading', 'Address book'],
  ['delete-heading', 'Your data'],
] as const

/** Leads to each section: the page is long, and most people come for one of them. */
export const SettingsIndex = () => (
  <nav aria-label="Settings" className="mt-5 flex flex-wrap gap-1.5 print:hidden">
    {sections.map(([id, words]) => (
      <button
        key={id}
        type="button"
        onClick={() => goTo(id)}
        className="min-h-9 rounded-control border px-2.5 text-small hover:border-rule-strong hover:bg-paper-sunk"
      >
        {words}
      </button>
    ))}
  </nav>
)

/** Scrolls to a heading and gives it the focus, so that the next Tab goes on from there. */
function goTo(id: string): void {
  const heading = document.getElementById(id)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}
