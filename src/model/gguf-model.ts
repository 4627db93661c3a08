import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest } from '../core/chat.ts';
import { InterruptedError, ModelConfigError, ModelError, MutagreeError } from '../core/errors.ts';

export interface GgufModelOptions {
  readonly path: string;
  /** Replies written at once; 1 (the default) makes a seeded reply the same on every run of one machine. */
  readonly sequences?: number | undefined;
  readonly contextTokens?: number | undefined;
  /** Cores by default; fewer are faster on a machine that is busy with something else. */
  readonly threads?: number | undefined;
  readonly loadRuntime?: () => Promise<LlamaRuntime>;
}

/** The used part of `node-llama-cpp`, an optional peer dependency whose types may be missing. */
export interface LlamaRuntime {
  getLlama(options: { gpu: false; logLevel: string; progressLogs: false; maxThreads: number }): Promise<{
    loadModel(options: { modelPath: string }): Promise<LlamaModel>;
    dispose(): Promise<void>;
  }>;
  readonly LlamaLogLevel: { readonly error: string };
  readonly JinjaTemplateChatWrapper: new (options: {
    template: string;
  }) => {
    generateContextState(options: { chatHistory: readonly HistoryItem[] }): {
      contextText: { tokenize(tokenizer: unknown): number[] };
    };
  };
}
interface LlamaModel {
  readonly fileInfo: { readonly metadata: { readonly tokenizer: { readonly chat_template?: string } } };
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  detokenize(tokens: readonly number[]): string;
  createContext(options: { sequences: number; contextSize: number }): Promise<{ getSequence(): LlamaSequence }>;
}
interface LlamaSequence {
  clearHistory(): Promise<void>;
  /** Ends without a last token when the model ends its reply. */
  evaluate(
    tokens: readonly number[],
    sampling: { temperature: number; topP: number; topK: number; minP: number; seed?: number | undefined },
  ): AsyncIterable<number>;
}
type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

const RUNTIME = 'node-llama-cpp';
const DEFAULT_CONTEXT_TOKENS = 2048;
/** Limits the candidates that top-p sorts; the rest have no weight at any sensible temperature. */
const TOP_K = 200;

async function importRuntime(): Promise<LlamaRuntime> {
  try {
    return (await import(RUNTIME)) as LlamaRuntime;
  } catch (cause) {
    throw new ModelConfigError('gguf-runtime-missing', 'a gguf: model needs the package node-llama-cpp', {
      cause,
      hint: 'Install it next to mutagree: npm install node-llama-cpp@3',
    });
  }
}

function toHistory(messages: readonly ChatMessage[]): HistoryItem[] {
  const items = messages.map(
    ({ role, content }): HistoryItem =>
      role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
  );
  return [...items, { type: 'model', response: [] }];
}

/**
 * A GGUF file run in this process by llama.cpp on the CPU, with the model's own chat template.
 *
 * Sampling follows the request, temperature and top-p, over the 200 likeliest tokens; no repetition penalty. A seeded
 * reply is reproducible at one sequence; with more, batching changes the last bits of the arithmetic, and with them
 * some replies.
 *
 * @throws ModelConfigError `gguf-missing`, `gguf-runtime-missing`, `gguf-unreadable`, `gguf-no-template`
 */
export async function createGgufModel({
  path,
  sequences = 1,
  contextTokens = DEFAULT_CONTEXT_TOKENS,
  // More threads than cores wait for each other at every layer.
  threads: maxThreads = availableParallelism(),
  loadRuntime = importRuntime,
}: GgufModelOptions): Promise<ChatModel & { close(): Promise<void> }> {
  if (!existsSync(path)) {
    throw new ModelConfigError('gguf-missing', `there is no model file ${path}`, {
      hint: 'Write the path of a .gguf file after "gguf:".',
    });
  }
  const runtime = await loadRuntime();
  const logLevel = runtime.LlamaLogLevel.error;
  const llama = await runtime.getLlama({ gpu: false, logLevel, progressLogs: false, maxThreads });
  const model = await llama.loadModel({ modelPath: path }).catch((cause: unknown) => {
    throw new ModelConfigError('gguf-unreadable', `llama.cpp cannot load ${path}`, {
      cause,
      hint: 'Check that the file is a complete GGUF model; download it again if in doubt.',
    });
  });
  const template = model.fileInfo.metadata.tokenizer.chat_template;
  if (!template) {
    await llama.dispose();
    throw new ModelConfigError('gguf-no-template', `${path} has no chat template`, {
      hint: 'Use an instruction-tuned model (its name often ends in -Instruct or -it).',
    });
  }
  const contextSize = Math.min(contextTokens, model.trainContextSize);
  const context = await model.createContext({ sequences, contextSize });
  // A sequence keeps the state of one reply at a time.
  const idle = Array.from({ length: sequences }, () => context.getSequence());
  const turn = pLimit(sequences);
  const wrapper = new runtime.JinjaTemplateChatWrapper({ template });

  const write = async (sequence: LlamaSequence, request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    const input = wrapper
      .generateContextState({ chatHistory: toHistory(request.messages) })
      .contextText.tokenize(model.tokenizer);
    if (input.length + request.maxTokens > contextSize) {
      throw new ModelError(
        'gguf-prompt-too-long',
        `a prompt of ${input.length} tokens and a reply of ${request.maxTokens} exceed the context of ${contextSize}`,
        { hint: 'Lower --max-tokens, or leave the task out.' },
      );
    }
    await sequence.clearHistory();
    const { temperature, topP, seed, maxTokens } = request;
    const sampling = { temperature, topP, topK: TOP_K, minP: 0, seed };
    const output: number[] = [];
    const reply = (status: ChatReply['status']): ChatReply => {
      const usage = { inputTokens: input.length, outputTokens: output.length };
      return { status, text: model.detokenize(output), usage };
    };
    for await (const token of sequence.evaluate(input, sampling)) {
      if (signal.aborted) throw new InterruptedError();
      output.push(token);
      if (output.length >= maxTokens) return reply('truncated');
    }
    return reply('completed');
  };

  return {
    id: `gguf:${basename(path)}`,
    complete: (request, signal) =>
      turn(async () => {
        const sequence = idle.pop() as LlamaSequence;
        try {
          if (signal.aborted) throw new InterruptedError();
          return await write(sequence, request, signal);
        } catch (cause) {
          if (cause instanceof MutagreeError) throw cause;
          throw new ModelError('gguf-failed', `llama.cpp could not answer: ${String(cause)}`, { cause });
        } finally {
          idle.push(sequence);
        }
      }),
    close: () => llama.dispose(),
  };
}
