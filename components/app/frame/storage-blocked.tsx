import { Notice } from '@/components/ui/notice'

/** Shown if the browser's storage takes seconds to open, because another tab holds it. */
export function StorageBlocked() {
  return (
    <div className="thread-foot-frame">
      <div className="thread-foot pt-4">
        <Notice tone="warn" role="status" title="Another tab seems to be blocking this browser’s records">
          Your browser may have put that tab to sleep. Close the other tabs of this app, and this one continues on its
          own. Nothing is lost, and nothing can be signed here until then.
        </Notice>
      </div>
    </div>
  )
}
