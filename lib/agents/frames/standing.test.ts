import { describe, expect, it } from 'vitest'
import { standingIn } from './standing'

const of = (text: string) => standingIn(text, false)?.of ?? null

describe('a question about what one has', () => {
  it.each([
    ['how am i doing', 'portfolio'],
    ["what's idle", 'portfolio'],
    ['am i overexposed to eth', 'portfolio'],
    ['which token do i hold the most of', 'portfolio'],
    ['how risky is my portfolio', 'portfolio'],
    ['any risks i should know about', 'portfolio'],
    ['how much is everything worth', 'portfolio'],
    ['did i gain or lose money', 'changes'],
    ['am i up or down', 'changes'],
    ['any changes', 'changes'],
    ["what's new in my wallet", 'changes'],
    ["what's my pnl", 'changes'],
    ['what interest am i paying', 'loan'],
    ['what happens to my loan if eth falls', 'loan'],
    ['am i safe', 'loan'],
    ['where is my money actually earning something', 'positions'],
    ['where is my money locked', 'positions'],
    ['where is my money', 'portfolio'],
    ['collateral ratio', 'loan'],
    ['earnings', 'positions'],
    ['show allocation', 'portfolio'],
    ['idle funds', 'portfolio'],
    ['give me the full picture', 'portfolio'],
    ['when does my lock end', 'positions'],
    ['when can i withdraw my staked usdc', 'positions'],
    ['is anything locked', 'positions'],
    ["what's locked", 'positions'],
    ['what is supplied', 'positions'],
    ['when can i withdraw', 'positions'],
    ['is my money working', 'positions'],
    ['how much will i have in a year', 'positions'],
    ['what share is eth', 'portfolio'],
    ['what fraction is in usdc', 'portfolio'],
    ['eth exposure', 'portfolio'],
    ['biggest bag', 'portfolio'],
    ['breakdown by token', 'portfolio'],
    ['summary', 'portfolio'],
    ["what's my total in dollars", 'portfolio'],
    ['my stables', 'portfolio'],
    ['profit and loss', 'changes'],
  ])('%s: %s', (text, wanted) => {
    expect(of(text)).toBe(wanted)
  })

  it.each([
    'what can i do with my idle usdc',
    'what happens if a loan is liquidated',
    'is the app safe',
    'what would a loan cost me',
    'what yields are there for idle usdc',
    'is the locked vault locked for long',
    'any news about ethereum rates',
    'what are the risks of staking',
    'what share is taken as a fee',
    'what is staked eth',
    'any ideas for my idle usdc',
  ])('is not %s', (text) => {
    expect(of(text)).toBeNull()
  })
})
