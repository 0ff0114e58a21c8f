import { config } from 'zod'

/** The Content-Security-Policy allows no eval: a schema that tries it, to be faster, only fills the console with refusals. */
config({ jitless: true })
