// What a page computes, in CPU time of its threads: other programs make a page wait, but do not make it compute.

/** Traces Chromium while something is done; returns milliseconds of each task of the main thread, and of all the worker. */
export async function computing(page, doing) {
  await page.tracing.start({ categories: ['-*', 'blink.user_timing', 'disabled-by-default-devtools.timeline'] })
  const result = await doing()
  await page.evaluate(() => performance.mark('traced'))
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()))
  // Marks are set by the main thread of the page; other pages have processes of their own.
  const marks = traceEvents.filter((event) => event.cat === 'blink.user_timing' && event.ph === 'I')
  const main = marks.find((mark) => mark.name === 'traced')
  const workers = traceEvents.filter(
    (event) => event.pid === main.pid && event.name === 'thread_name' && event.args.name === 'DedicatedWorker thread',
  )
  const tasks = (tid) =>
    traceEvents
      .filter((event) => event.name === 'RunTask' && event.pid === main.pid && event.tid === tid)
      .map((task) => task.tdur / 1000)
      // Those under way when the trace begins and ends have no duration.
      .filter(Number.isFinite)
  return {
    result,
    tasks: tasks(main.tid),
    worker: workers.flatMap((thread) => tasks(thread.tid)).reduce((sum, one) => sum + one, 0),
    /** What the main thread has computed since it began. */
    until: (name) => marks.find((mark) => mark.name === name && mark.tid === main.tid).tts / 1000,
  }
}
