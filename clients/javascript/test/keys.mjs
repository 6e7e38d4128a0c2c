// Prints keys of now, as many as its argument says, from four workers.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { IntervalUuid } from 'interval-uuid';

if (isMainThread) {
  const count = Number(process.argv[2]) / 4;
  for (let i = 0; i < 4; i++) {
    new Worker(new URL(import.meta.url), { workerData: count }).on('message', (keys) => process.stdout.write(keys));
  }
} else {
  const client = new IntervalUuid({ interval: '5 min', cycle: '60 days' });
  for (let rest = workerData; rest > 0; rest -= 1000) {
    const keys = Array.from({ length: Math.min(rest, 1000) }, () => client.next());
    parentPort.postMessage(`${keys.join('\n')}\n`);
  }
}
