import { expect, it } from 'vitest'
import { isEnglish } from './english'

it.each([
  'swap half my eth for usdc and send it to my sister',
  'usdc -> dai 225',
  'um unstake one s t e t h',
  'not dai. usdc. come on',
  'pool stats on weth/usdc, il last 30d',
  '',
])('%s: English', (text) => expect(isEnglish(text)).toBe(true))

it.each([
  'schicke 0,75 ETH an Bob',
  'envía la mitad de mi eth a mi hermana',
  'vends tout mon dai contre usdc',
  'перекинь 100 usdc с полигона на бейз пожалуйста',
  'manda 20 USDC a luca, anzi no 25',
  '把我的一半 ETH 换成 USDC',
])('%s: another language', (text) => expect(isEnglish(text)).toBe(false))
