import { ThreadSkeleton } from '@/components/chat/thread/thread-skeleton'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { Kept } from './use-kept'

/** In the place of a conversation until the app has it: what this browser keeps of it, if that is known. */
export function KeptOrSkeleton({ kept, conversationId }: { kept: Kept | null; conversationId: string }) {
  if (kept?.conversationId !== conversationId) return <ThreadSkeleton />
  return (
    <>
      {kept.thread}
      <div className="thread-foot-frame" aria-hidden="true">
        <div className="thread-foot">
          <div className="thread-foot-room thread-foot-inner">
            <Skeleton className="h-20" />
          </div>
        </div>
      </div>
    </>
  )
}
