import type { Command } from 'commander'

/** Its own commands need much, so they are loaded where it is meant: `overview` is the help of all commands. */
export async function addBench(program: Command, { overview }: { readonly overview: boolean }): Promise<void> {
  const bench = program
    .command('bench')
    .summary('measurements on public benchmarks')
    .description('Measures on data sets that you name; none ships. Nothing of the gold side reaches the memory.')
    .addHelpText(
      'after',
      '\nExamples:\n  engram-r bench retrieval locomo --data locomo10.json\n  engram-r bench report runs/locomo --out report.html',
    )
  if (overview) return
  const { benchCommands } = await import('../bench/bench-commands.ts')
  for (const add of benchCommands) add(bench)
}
