import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { iconFiles, iconsFolder, isPlainDrawing } from './pick-icons'

it('the committed pictures are those that the lists name, as the package has them', () => {
  const there = readdirSync(iconsFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svg'))
  const found = new Map(there.map((name) => [name, readFileSync(path.join(iconsFolder, name), 'utf8')]))
  expect(found).toEqual(new Map(iconFiles()))
})

describe('a picture', () => {
  it('may draw', () => {
    expect(isPlainDrawing('<svg viewBox="0 0 1 1"><path fill="url(#a)" d="M0 0h1v1z"/></svg>')).toBe(true)
  })

  it.each([
    ['holds a script', '<svg ><script>1</script></svg>'],
    ['acts when it is loaded', '<svg onload="1"></svg>'],
    ['leads elsewhere', '<svg ><a href="https://example.org"/></svg>'],
    ['takes a colour from elsewhere', '<svg ><path fill="url(https://example.org)"/></svg>'],
    ['holds a photograph', '<svg ><image/></svg>'],
    ['declares entities', '<svg ><!ENTITY a "b"></svg>'],
  ])('that %s is not taken', (_, svg) => expect(isPlainDrawing(svg)).toBe(false))
})
