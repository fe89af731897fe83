import { writeFileSync } from 'node:fs'
import Table from 'cli-table3'
import { type Command, Option } from 'commander'
import { compareGrades, type GradeReport, type GradesReport } from '../../bench/grade/compare-grades.ts'
import { gradingPage } from '../../bench/grade/grading-page.ts'
import { gradingSample } from '../../bench/grade/grading-sample.ts'
import { readGrades } from '../../bench/grade/read-grades.ts'
import { readRun } from '../../bench/run/read-run.ts'
import { EngramError } from '../../errors.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'
import { wholeNumber } from '../question-options.ts'

interface GradeFlags {
  readonly out?: string
  readonly questions: number
  readonly seed: number
  readonly labels?: string[]
}

export function addGrade(bench: Command): void {
  bench
    .command('grade')
    .summary('answers graded by people who do not know whose they are, and how far judges agree with them')
    .description(
      'Draws questions of a run and writes all answers to them without names, order, verdicts and citations: as a page to grade on (.html) or as JSON.\nWith --labels says what people said: each system by them, and the agreement of each judge with them. Labels need not be complete.',
    )
    .argument('<run>', 'the folder of a run')
    .option('--out <file>', 'the sample: a page to grade on if it ends in .html, else JSON')
    .addOption(new Option('--questions <count>', 'how many are drawn').argParser(wholeNumber).default(50))
    .addOption(new Option('--seed <number>', 'another draws others').argParser(wholeNumber).default(1))
    .option('--labels <file...>', 'what people graded, a file each')
    .addHelpText(
      'after',
      '\nExamples:\n  engram-r bench grade runs/locomo --out sample.html\n  engram-r bench grade runs/locomo --labels labels.json',
    )
    .action((path: string, { out, questions, seed, labels }: GradeFlags, command: Command) => {
      const { json = false } = command.optsWithGlobals<GlobalOptions>()
      const run = readRun(path)
      if (labels !== undefined && out === undefined) {
        const compared = compareGrades(run, labels.map(readGrades))
        if (json) printJson(compared)
        else print(describe(compared))
        return
      }
      if (out === undefined || labels !== undefined)
        throw new EngramError('bad_input', 'out: expected --out, to draw a sample, or --labels, to read one that was graded.', {
          field: 'out',
        })
      const sample = gradingSample(run, { questions, seed })
      if (sample.items.length === 0) throw new EngramError('bad_input', `${path} holds no answer that can be graded.`, { field: 'run' })
      writeFileSync(out, out.endsWith('.html') ? gradingPage(sample) : `${JSON.stringify(sample, null, 1)}\n`)
      if (json) printJson({ out, seed, questions, items: sample.items.length })
      else print(`${out}: ${sample.items.length} answers to grade.`)
    })
}

function describe({ graders, between }: GradesReport): string {
  const people = between === null ? [] : [`Between people: alpha ${shown(between.alpha)} on ${between.answers} answers.`]
  return [...graders.map(describeOne), ...people].join('\n\n')
}

function describeOne({ file, graded, unsure, of, systems, judges }: GradeReport): string {
  const style = { head: [], border: [], compact: true }
  const own = new Table({ head: ['system', 'graded', 'right (%)', '95%'], style })
  for (const [name, { questions, mean, wilson }] of Object.entries(systems)) {
    own.push([
      name,
      questions,
      mean?.toFixed(1) ?? 'n/a',
      wilson === null ? 'n/a' : `${wilson.low.toFixed(1)} to ${wilson.high.toFixed(1)}`,
    ])
  }
  const agreed = new Table({
    head: ['judge', 'answers', 'both right', 'only the person', 'only the judge', 'both wrong', 'kappa', '95%'],
    style,
  })
  for (const [name, { answers, bothRight, onlyPerson, onlyJudge, bothWrong, kappa, kappaInterval }] of Object.entries(judges)) {
    const interval = kappaInterval === null ? 'n/a' : `${shown(kappaInterval.low)} to ${shown(kappaInterval.high)}`
    agreed.push([name, answers, bothRight, onlyPerson, onlyJudge, bothWrong, shown(kappa), interval])
  }
  return [`${file}: ${graded} of ${of} graded, ${unsure} unsure.`, own.toString(), agreed.toString()].join('\n')
}

const shown = (value: number | null): string => value?.toFixed(2) ?? 'n/a'
