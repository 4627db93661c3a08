/**
 * The locked child process: one interpreter in one role. Its one argument is JSON: the role, the directory of Pyodide,
 * the Python files of the runner, and a file with a memory image or null. It says `ready`, with an image where it had
 * none, then serves.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { CandidateRole } from './candidate-role.mjs';
import { pack, readBytes, receive, send, unpack, writeBytes } from './frames.mjs';
import { Interpreter } from './interpreter.mjs';
import { removeHostAccess } from './lockdown.mjs';

/** A program that imports something else compiles it from source within its own time. */
const PRELOADED = `
import abc, argparse, array, ast, asyncio, base64, bisect, calendar, cmath, collections, collections.abc, contextlib
import copy, csv, dataclasses, datetime, decimal, difflib, enum, fractions, functools, hashlib, heapq, html, inspect
import io, itertools, json, keyword, locale, logging, math, numbers, operator, os, pathlib, pickle, platform, pprint
import queue, random, re, secrets, shutil, signal, socket, statistics, string, struct, subprocess, sys, tempfile
import textwrap, threading, time, timeit, tokenize, traceback, types, typing, unicodedata, unittest, unittest.mock
import uuid, warnings, weakref, zlib
`;

/** What the judge may use beyond a candidate's limit. */
const JUDGE_MEBIBYTES = 512;
const FUNCTIONS = ['load', 'run', 'load_together', 'run_together', 'script', 'run_job'];

const { role, pyodide, runnerFiles, imageFile } = JSON.parse(process.argv[2]);
const never = new Int32Array(new SharedArrayBuffer(4));
const host = {
  now: performance.now.bind(performance),
  cpuUsage: process.cpuUsage.bind(process),
  randomFill: crypto.getRandomValues.bind(crypto),
  doze: Atomics.wait.bind(Atomics, never, 0, 0),
};
const exit = process.reallyExit.bind(process);
const emscripten = pathToFileURL(`${pyodide}/pyodide.asm.mjs`).href;

/** An interpreter that was kept: addresses of the functions that are called, the stack's, and the linear memory. */
function readImage(bytes) {
  const { header, body: memory } = unpack(bytes);
  if (memory.length !== header.memoryBytes) throw new Error('the memory image is cut short');
  return { header, memory };
}

/** What is read before the doors close. */
function readParts() {
  const bytesOf = (file) => new Uint8Array(readFileSync(file));
  return {
    wasm: bytesOf(`${pyodide}/pyodide.asm.wasm`),
    stdlib: bytesOf(`${pyodide}/python_stdlib.zip`),
    files: Object.fromEntries(runnerFiles.map((file) => [file.replace(/^.*[\\/]/, ''), bytesOf(file)])),
    image: imageFile === null ? null : readImage(bytesOf(imageFile)),
  };
}

let cpuBefore = 0;
const cpuMs = () => {
  const { user, system } = host.cpuUsage();
  const spent = (user + system) / 1000 - cpuBefore;
  cpuBefore += spent;
  return spent;
};

/**
 * A message to the process that holds tests and verdicts. It runs neither programs nor tests: Python reads the tests as
 * data, and asks for programs through one descriptor, which leads to the parent.
 */
function judge(interpreter, python, { header, body }) {
  interpreter.limitMemory(header.memoryMib + JUDGE_MEBIBYTES);
  const output = python.run_job(body);
  if (output === null) throw new Error('the judge raised');
  const answer = JSON.parse(new TextDecoder().decode(output));
  if (answer.ok) answer.ok.cpuMs = cpuMs();
  send({ op: 'result', recycle: interpreter.bloated, ...answer });
}

/** Boots Python and imports everything; the header of a new image. */
function warmUp(interpreter) {
  interpreter.runSource(`${PRELOADED}\nsys.path.insert(0, '/runner')\nimport start\n`);
  const addressOf = interpreter.functionsOf('start');
  const addresses = FUNCTIONS.map((name) => [name, addressOf(name)]);
  interpreter.runSource('import start; start.settle()');
  return { addresses, stack: interpreter.module._emscripten_stack_get_current() };
}

/** What a locked interpreter does with a message, having said that it is ready. What only the start needs is garbage afterwards. */
async function start({ wasm, stdlib, files, image }) {
  const { default: createModule } = await import(emscripten);
  const interpreter = new Interpreter(host);
  await interpreter.load({ createModule, wasm, stdlib, files, fromImage: image !== null });
  if (role === 'judge') interpreter.openLine(readBytes, writeBytes);
  if (image !== null) interpreter.adopt(image.memory);
  const { addresses, stack } = image?.header ?? warmUp(interpreter);
  interpreter.lock();
  interpreter.snapshot(stack, image?.memory);
  const python = Object.fromEntries(addresses.map(([name, address]) => [name, interpreter.bytesFunction(address)]));
  const { memory } = interpreter.saved;
  const made = image === null ? pack({ addresses, stack, memoryBytes: memory.length }, memory) : undefined;
  send({ op: 'ready', cpuMs: cpuMs() }, made);
  const programs = new CandidateRole(interpreter, python, cpuMs);
  return (message) => (role === 'judge' ? judge(interpreter, python, message) : programs.serve(message));
}

const parts = readParts();
removeHostAccess();
try {
  const serve = await start(parts);
  for (const name of Object.keys(parts)) delete parts[name];
  for (let message = receive(); message !== null; message = receive()) serve(message);
} catch (problem) {
  send({ op: 'broken', message: String(problem?.stack ?? problem).slice(0, 2000) });
}
exit(0);
