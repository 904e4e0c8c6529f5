// Judges PowerShell sources. Reads JSON lines {"source": TEXT, "tree": BOOLEAN} and answers each with one JSON line:
// {"error": null or "line:column what", "kinds": the kinds of its nodes, if a tree was asked for}.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";

const require = createRequire(import.meta.url);
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(require.resolve("tree-sitter-powershell/tree-sitter-powershell.wasm")));

function firstError(node) {
  if (node.isError || node.isMissing) {
    return node;
  }
  for (const child of node.children) {
    if (child.hasError || child.isMissing) {
      return firstError(child);
    }
  }
  return node;
}

// From the tree's text: walking it from here costs minutes for what the library writes in no time.
function kinds(node) {
  return [...new Set(node.toString().match(/(?<=\()[a-zA-Z_]+/g))].sort();
}

function words(node) {
  const { row, column } = node.startPosition;
  const text = node.text.split("\n")[0].slice(0, 80);
  return `${row + 1}:${column + 1} ${node.isMissing ? "lacks " + node.type : "cannot read: " + text}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { source, tree } = JSON.parse(line);
  const parsed = parser.parse(source);
  const root = parsed.rootNode;
  const answer = { error: root.hasError ? words(firstError(root)) : null };
  if (tree) {
    answer.kinds = kinds(root);
  }
  console.log(JSON.stringify(answer));
  parsed.delete();
}
