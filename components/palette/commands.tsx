import {
  ArrowLeftRight,
  CalendarClock,
  ChartPie,
  CircleHelp,
  Coins,
  Copy,
  FileSignature,
  HandCoins,
  LogIn,
  LogOut,
  MessageSquare,
  Monitor,
  Moon,
  PiggyBank,
  QrCode,
  Repeat,
  ScrollText,
  SendHorizontal,
  Settings2,
  SquarePen,
  Sun,
  Unplug,
  Wallet,
  Waypoints,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { goToConversation } from '@/components/app/location'
import { putIntoComposer } from '@/components/chat/composer/wanted-text'
import { chooseTheme, readTheme, type ThemeChoice } from '@/components/ui/page/theme'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import type { AccountActions } from '@/components/wallet/account-slot'
import type { Chains } from '@/lib/chain/chains/chain'
import { shortHex } from '@/lib/chain/tokens/amount'
import { unbroken } from '../ui/text/unbroken'
import type { AccountView } from '../wallet/account-store'
import type { Command } from './command'
import { openHelp, openReceive } from './overlay'

/** Beginnings of requests. The person finishes them in the composer. */
const requests: readonly [words: string, sentence: string, also: string, icon: ReactNode][] = [
  ['Swap tokens', 'Swap ', 'exchange trade buy sell convert', <ArrowLeftRight key="i" />],
  ['Send tokens', 'Send ', 'pay transfer', <SendHorizontal key="i" />],
  ['Bridge to another network', 'Bridge ', 'move chain', <Waypoints key="i" />],
  ['Stake', 'Stake ', 'eth restake validator', <Coins key="i" />],
  ['Find the best yield', 'Best yield for ', 'earn deposit vault interest', <PiggyBank key="i" />],
  ['Borrow', 'Borrow ', 'loan lend debt', <HandCoins key="i" />],
  ['Buy regularly', 'Every Friday, buy $50 of ', 'plan dca recurring schedule', <Repeat key="i" />],
  ['What do I hold?', 'What do I hold?', 'balance tokens', <Wallet key="i" />],
]

/** Commands of a signed-in account that begin a request. */
export const requestCommands = (): Command[] =>
  requests.map(([words, sentence, also, icon]) => ({
    id: `ask-${words}`,
    group: 'Ask the agent',
    words,
    also,
    icon,
    run: () => putIntoComposer(sentence),
  }))

/** Puts what was typed into the composer. */
export const askCommand = (query: string): Command => ({
  id: 'ask-this',
  group: 'In your own words',
  words: `Write “${query}” to the agent`,
  icon: <SquarePen />,
  run: () => putIntoComposer(query),
})

export const conversationCommand = (id: string, title: string, note?: string): Command => ({
  id: `conversation-${id}`,
  group: 'Conversations',
  words: unbroken(title.trim() === '' ? 'Untitled conversation' : title),
  icon: <MessageSquare />,
  run: () => goToConversation(id),
  ...(note ? { note } : {}),
})

const themes: readonly [ThemeChoice, string, ReactNode][] = [
  ['light', 'Light theme', <Sun key="i" />],
  ['dark', 'Dark theme', <Moon key="i" />],
  ['system', 'Same theme as the system', <Monitor key="i" />],
]

/** Commands of the page itself, offered to everybody. */
export const pageCommands = (): Command[] => [
  ...themes
    .filter(([choice]) => choice !== readTheme())
    .map(
      ([choice, words, icon]): Command => ({
        id: `theme-${choice}`,
        group: 'This page',
        words,
        also: 'appearance colour switch mode',
        icon,
        run: () => chooseTheme(choice),
      }),
    ),
  {
    id: 'help',
    group: 'This page',
    words: 'Help and keyboard shortcuts',
    also: 'what can the agent do levels warn danger',
    note: '?',
    icon: <CircleHelp />,
    run: openHelp,
  },
]

const copyCommand = (address: Address): Command => ({
  id: 'copy',
  group: 'Account',
  words: `Copy address ${shortHex(address)}`,
  also: 'clipboard',
  icon: <Copy />,
  run: () => undefined,
  copies: address,
})

/** Commands that the account can use now. `demo` connects the Demo wallet. */
export function accountCommands(
  { address, chainId }: Pick<AccountView, 'address' | 'chainId'>,
  chains: Chains,
  actions: AccountActions & { demo?: () => void },
): Command[] {
  const command = (
    group: Command['group'],
    id: string,
    words: string,
    icon: ReactNode,
    run: Command['run'] | undefined,
    also = '',
  ): Command[] => (run ? [{ group, id, words, icon, also, run }] : [])
  const page = (id: string, words: string, icon: ReactNode, run: (() => void) | undefined, also?: string) =>
    command('Go to', id, words, icon, run, also)
  const inAccount = (id: string, words: string, icon: ReactNode, run: Command['run'] | undefined, also?: string) =>
    command('Account', id, words, icon, run, also)
  return [
    ...page('new', 'New conversation', <SquarePen />, () => goToConversation(null), 'chat start home'),
    ...page('portfolio', 'Portfolio', <ChartPie />, actions.portfolio, 'holdings tokens worth'),
    ...page('activity', 'Activity', <ScrollText />, actions.activity, 'history transactions export'),
    ...page('plans', 'Plans', <CalendarClock />, actions.plans, 'regular dca'),
    ...page('permissions', 'Permissions', <FileSignature />, actions.permissions, 'rebalance revoke'),
    ...page('settings', 'Settings', <Settings2 />, actions.settings, 'limits slippage rpc address book notifications'),
    ...(address
      ? [
          ...inAccount('receive', 'Receive', <QrCode />, openReceive, 'address qr code deposit top up get paid fund'),
          copyCommand(address),
          ...inAccount('money', 'Get play money', <Coins />, actions.playMoney, 'faucet'),
          ...inAccount('in', 'Sign in', <LogIn />, actions.signIn),
          ...inAccount('out', 'Sign out', <LogOut />, actions.signOut, 'log out leave'),
          ...inAccount('disconnect', 'Disconnect the wallet', <Unplug />, actions.disconnect),
        ]
      : [
          ...inAccount('connect', 'Connect a wallet', <Wallet />, actions.connect, 'sign in log in'),
          ...inAccount('demo', 'Try it with a Demo wallet', <Wallet />, actions.demo, 'connect play'),
        ]),
    ...(address ? [...chains.values()] : [])
      .filter(({ id }) => id !== chainId)
      .flatMap(({ id, name }) =>
        command(
          'Network',
          `chain-${id}`,
          `Switch to ${name}`,
          <ChainIcon chainId={id} size={16} />,
          () => actions.switchChain(id),
          'chain network',
        ),
      ),
  ]
}
