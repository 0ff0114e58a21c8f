import { expect, it } from 'vitest'
import { isEnglish } from './english'

it.each([
  'swap half my eth for usdc and send it to my sister',
  'usdc -> dai 225',
  'um unstake one s t e t h',
  'not dai. usdc. come on',
  'gimme 20 usdc n swap to eth innit',
  'swp 100 usdc fr eth',
  'pay José 5 usdc',
  'pool stats on weth/usdc, il last 30d',
  '',
])('%s: English', (text) => expect(isEnglish(text)).toBe(true))

it.each([
  'schicke 0,75 ETH an Bob',
  'yi ye cevir',
  'vaihda 100 usdc eth',
  'jeg vil gjerne veksle 100 usdc til eth',
  'utalj 30 dai',
  'badilisha 100 usdc kuwa eth',
  'envía la mitad de mi eth a mi hermana',
  'vends tout mon dai contre usdc',
  'перекинь 100 usdc с полигона на бейз пожалуйста',
  'manda 20 USDC a luca, anzi no 25',
  '把我的一半 ETH 换成 USDC',
])('%s: another language', (text) => expect(isEnglish(text)).toBe(false))
