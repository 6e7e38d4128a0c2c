// What the page says of a page of an index.
import { axe, check, close, open, says } from './lib.mjs'

/** Of a page that one points at, goes to with the keyboard, or taps, it says what it holds, and nothing moves. */
export async function pointing(browser, address) {
  const page = await open(browser, `${address}?frame=599`, async (one) => {
    await one.setViewport({ width: 320, height: 844, hasTouch: true })
  })
  await says(page, '#caption', /little WAL/)
  await page.$eval('#watch', (one) => one.scrollIntoView())
  const state = () =>
    page.evaluate(() => {
      const [panel, canvas] = ['#figure .about-page', '.lane.v7 canvas'].map((one) => document.querySelector(one))
      const { left, right } = panel.getBoundingClientRect()
      return {
        ...{ hidden: panel.hidden, said: panel.innerText, isWithin: left >= 0 && right <= innerWidth },
        ...{ read: canvas.getAttribute('aria-valuetext'), now: canvas.ariaValueNow, most: canvas.ariaValueMax },
        // In the page, and on the screen: what gets the focus is scrolled to.
        top: document.querySelector('#caption').getBoundingClientRect().top + scrollY,
        seen: document.querySelector('#caption').getBoundingClientRect().top,
      }
    })
  const before = await state()
  const { x, y } = await (await page.$('.lane.v7 canvas')).boundingBox()
  check(before.hidden && before.read === `${before.most} pages`, 'of no page is anything said at first', before.read)
  const words =
    /^Page 1 of \d+, \d+ % full\n\d+ keys, the first [0-9a-f]{8}…\nIts rows: .* old\nLast written \d+ \w+ ago$/
  await page.touchscreen.tap(x + 3, y + 3)
  // The browser makes a click of a tap later.
  const panel = (hidden) =>
    page.waitForFunction((is) => document.querySelector('#figure .about-page').hidden === is, { polling: 50 }, hidden)
  await panel(false)
  const tapped = await state()
  check(words.test(tapped.said) && tapped.isWithin, 'a tap shows a page', tapped.said.replaceAll('\n', '; '))
  await page.touchscreen.tap(x + 3, tapped.seen + 10)
  await panel(true)
  await page.mouse.move(x + 3, y + 3)
  check((await state()).said === tapped.said && !(await state()).hidden, 'to point at it shows it')
  await page.mouse.move(x + 3, tapped.seen + 10)
  check((await state()).hidden, 'until one points elsewhere')
  await page.focus('#play')
  const isThere = () => page.evaluate(() => document.activeElement.matches('.lane.v7 canvas'))
  for (let times = 0; times < 40 && !(await isThere()); times += 1) {
    await page.keyboard.down('Shift')
    await page.keyboard.press('Tab')
    await page.keyboard.up('Shift')
  }
  const focused = await state()
  check(!focused.hidden && focused.said === tapped.said, 'the keyboard gets there')
  check(focused.read === focused.said.replaceAll('\n', '. '), 'what is shown is what is read aloud', focused.read)
  await page.keyboard.press('End')
  const end = await state()
  check(
    end.now === end.most && end.said.startsWith(`Page ${end.most} of ${end.most}, `),
    'and goes from page to page',
    end.said.replaceAll('\n', '; '),
  )
  await page.keyboard.press('Escape')
  check(
    (await state()).hidden && tapped.top === before.top && end.top === before.top,
    'and closes it; nothing has moved',
  )
  await axe(page, 'a page and what it holds')
  await close(page, 'pages')
}
