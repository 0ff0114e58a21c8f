import { config } from 'zod'
import { forgiveStorage } from '@/components/ui/page/browser-storage'

// Before wagmi and RainbowKit are loaded, which read it at once.
forgiveStorage(window)

/** The Content-Security-Policy allows no eval: a schema that tries it, to be faster, only fills the console with refusals. */
config({ jitless: true })
