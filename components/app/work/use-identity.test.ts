import { describe, expect, it } from 'vitest'
import { ownerOf } from '@/components/app/work/use-identity'

const ann = '0x00000000000000000000000000000000000000A1'
const bob = '0x00000000000000000000000000000000000000b2'
const problem = null
const session = { chainId: 1, expiresAt: null, problem }

describe('ownerOf', () => {
  it('is the signed-in account', () => {
    expect(ownerOf({ status: 'signed-in', address: ann, ...session }, bob)).toBe(ann)
  })

  it('stays after the session has expired, and while the same account signs in again', () => {
    expect(ownerOf({ status: 'expired', address: ann, ...session }, ann)).toBe(ann)
    expect(ownerOf({ status: 'signing-in', address: ann, chainId: 1, step: 'wallet' }, ann)).toBe(ann)
    expect(ownerOf({ status: 'unknown', problem }, ann)).toBe(ann)
  })

  it('is nobody while another account signs in, and after signing out', () => {
    expect(ownerOf({ status: 'signing-in', address: bob, chainId: 1, step: 'wallet' }, ann)).toBeNull()
    expect(ownerOf({ status: 'signing-in', address: ann, chainId: 1, step: 'wallet' }, null)).toBeNull()
    expect(ownerOf({ status: 'signed-out', problem }, ann)).toBeNull()
    expect(ownerOf({ status: 'other-account', address: ann, problem }, ann)).toBeNull()
  })
})
