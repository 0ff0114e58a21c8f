// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { AddressAvatar, figureOf } from './address-avatar'
import { ChainIcon } from './chain-icon'
import { ProtocolIcon, WalletIcon } from './named-icons'
import { TokenIcon } from './token-icon'

afterEach(cleanup)

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const impostor = '0xA0b8000000000000000000000000000000006eB4'

describe('the picture of a token', () => {
  it('is its own by chain and address, and keeps its place', () => {
    const { container } = render(<TokenIcon chainId={1} address={usdc} symbol="whatever" size={24} />)
    const image = container.querySelector('img')
    expect(image?.getAttribute('src')).toBe('/icons/tokens/USDC.svg')
    expect(image?.getAttribute('alt')).toBe('')
    expect([image?.width, image?.height, image?.loading]).toEqual([24, 24, 'lazy'])
  })

  it.each([
    ['another contract', 1, impostor],
    ['the same address on another chain', 8453, usdc],
    ['a chain that nobody knows', 4242, usdc],
  ] as const)('is a letter for %s, whatever it calls itself', (_, chainId, address) => {
    const { container } = render(<TokenIcon chainId={chainId} address={address} symbol="USDC" />)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('[data-icon="letter"]')?.getAttribute('data-letter')).toBe('U')
    expect(container.textContent).toBe('')
  })

  it.each([
    ['“ ŧoken”', 'Ŧ'],
    ['$', '·'],
    ['', '·'],
  ])('is one letter of %s', (symbol, letter) => {
    const { container } = render(<TokenIcon chainId={1} address={impostor} symbol={symbol} />)
    expect(container.querySelector('[data-letter]')?.getAttribute('data-letter')).toBe(letter)
  })

  it('of the native coin is the chain’s own', () => {
    const { container } = render(<TokenIcon chainId={137} address={nativeAddress} symbol="POL" />)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/icons/tokens/POL.svg')
  })
})

describe('the picture of a protocol', () => {
  it('is that of its token', () => {
    const { container } = render(<ProtocolIcon name="Aave" />)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/icons/tokens/AAVE.svg')
  })

  it.each(['Morpho', 'constructor'])('is a letter for %s', (name) => {
    const { container } = render(<ProtocolIcon name={name} />)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('[data-letter]')?.getAttribute('data-letter')).toBe(name[0]?.toUpperCase())
  })
})

it('a wallet has its picture by its id, whatever it calls itself', () => {
  const { container, rerender } = render(<WalletIcon id="io.metamask" name="Anything" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/icons/wallets/metamask.svg')
  rerender(<WalletIcon id="org.example" name="MetaMask" />)
  expect(container.querySelector('img')).toBeNull()
  rerender(<WalletIcon id={null} name="MetaMask" />)
  expect(container.querySelector('[data-letter]')?.getAttribute('data-letter')).toBe('M')
})

it('a chain that nobody knows has no picture', () => {
  const { container } = render(<ChainIcon chainId={4242} />)
  expect(container.innerHTML).toBe('')
})

describe('the figure of an address', () => {
  it('is the same however the address is spelled', () => {
    expect(figureOf(usdc)).toEqual(figureOf(usdc.toLowerCase() as `0x${string}`))
  })

  it('is another for one that begins and ends alike', () => {
    expect(figureOf(impostor)).not.toEqual(figureOf('0xA0b8000000000000000000000000000000016eB4'))
  })

  it('is hidden from screen readers, which have the address', () => {
    const { container } = render(<AddressAvatar address={usdc} />)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })
})
