import { config } from 'zod'
import { forgiveStorage } from '@/components/ui/page/browser-storage'
import { browserOnline } from '@/lib/chat/page/online'
import { systemTimers } from '@/lib/chat/page/timers'
import { missingParts } from '@/lib/missing-parts'

// Before wagmi and RainbowKit are loaded, which read it at once.
forgiveStorage(window)

// Before any part of the page is loaded apart.
missingParts.watch(window, { ...systemTimers, online: browserOnline })

/** The Content-Security-Policy allows no eval: a schema that tries it, to be faster, only fills the console with refusals. */
config({ jitless: true })
