import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { readFile } from '@/components/ui/page/files'
import { type ThemeChoice, themeChoices } from '@/components/ui/page/theme'
import { readingSchema } from '@/lib/chat/page/reading'
import { type Contact, mostContacts } from '@/lib/execution/call/kept/address-book'
import { storedLimits } from '@/lib/execution/call/kept/limits-store'
import { storedSlippage } from '@/lib/execution/call/kept/own-slippage'
import { type OwnRpcUrls, ownRpcSchema } from '../rpc/own-rpc'

const version = 1

/**
 * What a person chose in one browser, as a file for another. Never in it: sessions, keys, the Demo wallet, and terms of
 * plans or records of calls, which vouch for what was confirmed in this very browser.
 */
const fileSchema = z.strictObject({
  format: z.literal('countersign-settings'),
  version: z.literal(version),
  savedAt: z.iso.datetime(),
  /** The account that limits, slippage and contacts are of. The rest is for every account in the browser. */
  account: z
    .string()
    .refine((text) => isAddress(text), 'must be an address')
    .transform((text): Address => getAddress(text)),
  limits: storedLimits.strict(),
  slippage: storedSlippage,
  /** Each is read like one of an imported address book. */
  contacts: z.array(z.strictObject({ address: z.string().max(100), name: z.string().max(1_000) })).max(mostContacts),
  reading: readingSchema.strict(),
  theme: z.enum(themeChoices),
  quiet: z.boolean(),
  /** If notifications name amounts. Whether there are any is up to the permission that each browser asks for. */
  notifyDetails: z.boolean(),
  /** Only if the person asked for them: the addresses may hold keys. */
  nodes: ownRpcSchema.optional(),
})
export type CarriedFile = z.output<typeof fileSchema>

/** What is written into the file. */
export type Carried = Omit<z.output<typeof fileSchema>, 'format' | 'version' | 'savedAt' | 'contacts' | 'nodes'> & {
  contacts: readonly Contact[]
  theme: ThemeChoice
  nodes: OwnRpcUrls | null
}

export function writeCarried({ nodes, contacts, ...carried }: Carried, now: number): string {
  const file = {
    format: 'countersign-settings' as const,
    version: version as typeof version,
    savedAt: new Date(now).toISOString(),
    ...carried,
    contacts: contacts.map(({ address, name }) => ({ address, name })),
    ...(nodes ? { nodes: { ...nodes } } : {}),
  }
  return `${JSON.stringify({ ...file, limits: z.encode(storedLimits, carried.limits) }, null, 2)}\n`
}

/** Bytes of the longest file: a full address book, with room to spare. */
const longest = 1_000_000

type ReadFile = { file: CarriedFile } | { problem: string }

/** Reads a file that a person has chosen. */
export async function readCarriedFile(chosen: File): Promise<ReadFile> {
  const read = await readFile(chosen, longest)
  return 'problem' in read ? read : readCarried(read.text)
}

const anyVersion = z.object({ format: z.literal('countersign-settings'), version: z.int().positive() })

/** Reads a file. Returns what is wrong with it, for the person, if it is not one of ours as a whole. */
export function readCarried(text: string): ReadFile {
  const nothing = 'Nothing was imported.'
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: `This file is not one that Countersign’s settings were saved in. ${nothing}` }
  }
  const head = anyVersion.safeParse(json)
  if (!head.success) return { problem: `This file is not one that Countersign’s settings were saved in. ${nothing}` }
  if (head.data.version > version)
    return {
      problem: `A newer version of Countersign saved this file. Reload this page, or save the file there again. ${nothing}`,
    }
  const read = fileSchema.safeParse(json)
  if (read.success) return { file: read.data }
  const at = read.error.issues[0]?.path.join('.')
  return { problem: `This file is damaged${at ? ` at “${at}”` : ''}. Save it again on the other device. ${nothing}` }
}
