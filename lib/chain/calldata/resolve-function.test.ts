import { toFunctionSignature } from 'viem'
import { describe, expect, it } from 'vitest'
import { type RequestedFunction, resolveFunction } from './resolve-function'

const someone = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const resolve = (asked: Partial<RequestedFunction>) =>
  resolveFunction({ functionName: '', args: [], abi: [], ...asked })
const signatureOf = (asked: Partial<RequestedFunction>): string => {
  const resolved = resolve(asked)
  return resolved.kind === 'found' ? `${resolved.source} ${toFunctionSignature(resolved.abi)}` : resolved.about
}

describe('with the ABI of the request', () => {
  const args = [someone, '5']
  it.each([
    ['words', ['function stake(address pool, uint256 amount)']],
    ['all words that Solidity allows', ['function stake(address pool, uint amount) external returns (bool);']],
    ['a bare signature', ['stake(address,uint256)']],
    ['one JSON fragment', ['{"type":"function","name":"stake","inputs":[{"type":"address"},{"type":"uint"}]}']],
    [
      'a whole JSON ABI',
      ['[{"type":"event","name":"E"},{"name":"stake","inputs":[{"type":"address"},{"type":"uint256"}]}]'],
    ],
    ['among others', ['event Staked(address)', 'error No()', 'function stake(address,uint256)', 'function other()']],
  ])('as %s', (_, abi) => {
    expect(signatureOf({ functionName: 'stake', args, abi })).toBe('hint stake(address,uint256)')
  })

  it('with structs', () => {
    const abi = ['struct Order { address to; uint256 amount; }', 'function fill(Order order)']
    expect(signatureOf({ functionName: 'fill', args: [`["${someone}","1"]`], abi })).toBe(
      'hint fill((address,uint256))',
    )
    const json = JSON.stringify({
      name: 'fill',
      inputs: [{ type: 'tuple', components: [{ type: 'address' }, { type: 'uint256' }] }],
    })
    expect(signatureOf({ functionName: 'fill', args: [`["${someone}","1"]`], abi: [json] })).toBe(
      'hint fill((address,uint256))',
    )
  })

  it('with nested structs, but never with more than can be expanded', () => {
    const structs = (levels: number) =>
      Array.from({ length: levels }, (_, level) =>
        level === levels - 1
          ? `struct S${level} { uint256 a; }`
          : `struct S${level} { S${level + 1} a; S${level + 1}[] b; }`,
      )
    const args = ['[["1"],[]]']
    expect(signatureOf({ functionName: 'f', args, abi: [...structs(2), 'function f(S0 s)'] })).toBe(
      'hint f(((uint256),(uint256)[]))',
    )
    const began = performance.now()
    for (const levels of [24, 40, 150])
      expect(signatureOf({ functionName: 'f', args, abi: [...structs(levels), 'function f(S0 s)'] })).toBe('abi')
    const wide = `function f(${Array(1000).fill('S0').join(',')})`
    expect(signatureOf({ functionName: 'f', args, abi: [...structs(9), wide] })).toBe('abi')
    const tuples = structs(40).map((text) => text.replace(/\{ (S\d+) a; .*\}/, '{ ($1 a, $1 b) c; }'))
    expect(signatureOf({ functionName: 'f', args, abi: [...tuples, 'function f(S0 s)'] })).toBe('abi')
    const loop = ['struct A { B b; }', 'struct B { A a; }', 'function f(A a)']
    expect(signatureOf({ functionName: 'f', args, abi: loop })).toBe('abi')
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it.each([
    ['invalid JSON', '{"name":'],
    ['an invalid type', '{"name":"stake","inputs":[{"type":"uint255"}]}'],
    ['a tuple without members', '{"name":"stake","inputs":[{"type":"tuple"}]}'],
    ['neither words nor JSON', 'stake it all'],
  ])('refuses %s', (_, fragment) => {
    expect(signatureOf({ functionName: 'stake', args: ['1'], abi: [fragment] })).toBe('abi')
  })

  it.each([
    ['a b', 'to'],
    ['f)', 'to'],
    ['f', 'to,uint256'],
    ['f', 'to)'],
    ['f', 'your account'],
  ])('refuses an invalid name, which could yield another selector: %s, %s', (name, parameter) => {
    const abi = [JSON.stringify({ type: 'function', name, inputs: [{ name: parameter, type: 'address' }] })]
    expect(signatureOf({ functionName: name, args: [someone], abi })).toBe('abi')
  })

  it('refuses a name missing from it, and says so', () => {
    expect(resolve({ functionName: 'drain', abi: ['function stake()'] })).toEqual({
      kind: 'refused',
      about: 'function',
      observed: 'The ABI has no function “drain”',
    })
  })
})

describe('overloads', () => {
  const abi = ['function f(uint256)', 'function f(address)', 'function f(uint256,uint256)', 'function f(string)']
  it('are told apart by the number and fit of arguments', () => {
    expect(signatureOf({ functionName: 'f', args: ['1', '2'], abi })).toBe('hint f(uint256,uint256)')
  })
  it('are never guessed', () => {
    expect(resolve({ functionName: 'f', args: ['1'], abi })).toEqual({
      kind: 'refused',
      about: 'ambiguous',
      observed: 'f(uint256) or f(string)',
    })
  })
  it('can be named by their whole signature', () => {
    expect(signatureOf({ functionName: 'f(string)', args: ['1'], abi })).toBe('hint f(string)')
    expect(signatureOf({ functionName: 'f(uint)', args: ['1'], abi: ['function f(uint256)'] })).toBe('hint f(uint256)')
    expect(signatureOf({ functionName: 'f(bool)', args: ['true'], abi })).toBe('function')
  })
  it('count once if they occur twice', () => {
    expect(signatureOf({ functionName: 'g', args: ['1'], abi: ['function g(uint256)', 'function g(uint256 x)'] })).toBe(
      'hint g(uint256)',
    )
  })
})

describe('without an ABI', () => {
  it('finds common functions in the bundled table', () => {
    expect(signatureOf({ functionName: 'transfer', args: [someone, '1'] })).toBe('table transfer(address,uint256)')
    expect(signatureOf({ functionName: 'transfer(address,uint256)', args: [someone, '1'] })).toBe(
      'table transfer(address,uint256)',
    )
  })
  it('accepts a whole signature', () => {
    expect(signatureOf({ functionName: 'stake(uint256)', args: ['1'] })).toBe('signature stake(uint256)')
    expect(signatureOf({ functionName: 'transfer(address)', args: [someone] })).toBe('signature transfer(address)')
  })
  it('refuses a name alone', () => {
    expect(signatureOf({ functionName: 'stake', args: ['1'] })).toBe('function')
    expect(signatureOf({ functionName: 'stake(', args: [] })).toBe('function')
    expect(signatureOf({ functionName: '__proto__', args: [] })).toBe('function')
  })
})

it('says which argument does not match, and why', () => {
  expect(resolve({ functionName: 'transfer', args: [someone, '1.5'] })).toMatchObject({
    about: 'arguments',
    observed: 'transfer(address,uint256): argument 2 (amount, uint256): must be a plain whole number',
  })
})
