'use client'

import { useState } from 'react'
import { isAddress, isAddressEqual } from 'viem'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { familiarTo, imitatedBy } from '@/components/chat/thread/chips/known'
import { shortHex } from '@/lib/chain/tokens/amount'
import { type Contact, namesakeOf, readContact } from '@/lib/execution/call/kept/address-book'
import { lookedUp, lookUp } from './looked-up-names'

type Problems = { address?: string; name?: string }

/** What the person is told before the contact is saved. `named`: the name that the address was looked up by. */
export type Told =
  | { kind: 'imitation'; of: { address: string; label: string } }
  | { kind: 'named'; name: string }
  | { kind: 'failed' }

/** An entry of the address book while it is edited, and what is wrong with it. `onSaved` follows a successful save. */
export function useContactEntry(contact: Partial<Contact>, offeredName: string, onSaved: () => void) {
  const { addressBook, owner, ledger } = useWork()
  const { chains } = useApp()
  const [address, setAddress] = useState<string>(contact.address ?? '')
  const [name, setName] = useState(contact.name ?? offeredName)
  const [problems, setProblems] = useState<Problems>({})
  const [told, setTold] = useState<Told | null>(null)
  const [busy, setBusy] = useState(false)

  /** Puts the address in place of an ENS name, for the person to look at before it is saved. */
  const findAddress = async (written: string) => {
    setBusy(true)
    await lookUp(written, chains)
    setBusy(false)
    const found = lookedUp(written).getSnapshot()
    if (found?.is !== 'known')
      return setProblems({ address: found?.is === 'failed' ? `Not found: ${found.why}.` : 'Nobody has this name.' })
    setAddress(found.address)
    if (name.trim() === '') setName(written)
    setTold({ kind: 'named', name: written })
  }
  const save = async () => {
    setProblems({})
    if (isName(address)) return findAddress(address.trim())
    const read = readContact({ address, name })
    if ('problems' in read) return setProblems(read.problems)
    if (isAddressEqual(read.address, owner)) return setProblems({ address: 'This is your own account.' })
    const contacts = addressBook.read()
    const namesake = namesakeOf(read, contacts)
    if (namesake) return setProblems({ name: takenBy(namesake, read.name) })
    // Also one that was paid before: that may have been the mistake.
    const isNew = !contacts.some((each) => isAddressEqual(each.address, read.address))
    const like = isNew ? imitatedBy(read.address, familiarTo(owner, contacts, ledger, chains)) : null
    if (like && told?.kind !== 'imitation') return setTold({ kind: 'imitation', of: like })
    if (!addressBook.save([read])) return setTold({ kind: 'failed' })
    onSaved()
  }
  return {
    address: {
      value: address,
      problem: problems.address,
      onChange: (text: string) => {
        setAddress(text)
        setTold(null)
      },
    },
    name: { value: name, problem: problems.name, onChange: setName },
    told,
    busy,
    save,
  }
}

/** True for an ENS name in place of an address. */
const isName = (text: string): boolean =>
  !isAddress(text.trim(), { strict: false }) && /^[^\s.]+(\.[^\s.]+)+$/.test(text.trim())

const takenBy = (namesake: Contact, name: string): string =>
  namesake.name.toLowerCase() === name.toLowerCase()
    ? `Another contact has this name: ${shortHex(namesake.address)}.`
    : `It looks like the name of another contact, “${namesake.name}”.`
