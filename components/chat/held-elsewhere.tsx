import { Notice } from '../ui/notice'

/** Said where what this browser keeps cannot be opened for seconds: another tab holds it. */
export function HeldElsewhere() {
  return (
    <div className="thread-foot-frame">
      <div className="thread-foot pt-4">
        <Notice
          tone="warn"
          role="status"
          title="Another tab seems to be keeping this one from opening this browser’s records"
        >
          It may be one that your browser has put to sleep. Close the other tabs of this app, and this one continues by
          itself. Nothing is lost, and nothing can be signed here until then.
        </Notice>
      </div>
    </div>
  )
}
