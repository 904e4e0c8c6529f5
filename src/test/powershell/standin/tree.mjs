// Sources of PowerShell as trees, by tree-sitter's grammar.
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";

await Parser.init();
const parser = new Parser();
const grammar = createRequire(import.meta.url).resolve("tree-sitter-powershell/tree-sitter-powershell.wasm");
parser.setLanguage(await Language.load(grammar));

const parsed = new Map();

/** The tree of a source; null if the grammar cannot read it. */
export function parse(source) {
  if (!parsed.has(source)) {
    const tree = parser.parse(source);
    parsed.set(source, tree.rootNode.hasError ? null : new Node(tree.rootNode, null));
    tree.delete();
  }
  return parsed.get(source);
}

/** A node of the grammar's tree. A copy, because each look at the original is a call into WebAssembly. */
class Node {
  constructor(from, parent) {
    Object.assign(this, { parent, type: from.type, text: from.text, isNamed: from.isNamed, startIndex: from.startIndex,
      endIndex: from.endIndex, row: from.startPosition.row });
    this.children = from.children.filter(child => child.type !== "comment").map(child => new Node(child, this));
    this.namedChildren = this.children.filter(child => child.isNamed);
  }
  descendants(type) {
    return this.children.flatMap(child => [...child.type === type ? [child] : [], ...child.descendants(type)]);
  }
}

/** Down to where something is said: most nodes of the grammar only stand for precedence. */
export function innermost(node) {
  let at = node;
  while (at.children.length === 1 && at.children[0].isNamed && !["variable", "command_name", "expandable_string_literal"].includes(at.type)) {
    at = at.children[0];
  }
  return at;
}

/** The one expression that a pipeline is, if it is nothing else: its arrays stay arrays. */
export function plainExpression(node) {
  let at = node;
  while (["pipeline", "statement_list", "while_condition", "pipeline_chain"].includes(at.type)) {
    if (at.namedChildren.length !== 1) return null;
    at = at.namedChildren[0];
  }
  return at.type === "command" || at.type.endsWith("_statement") || at.type === "assignment_expression" ? null : at;
}
export const typeName = node => node.text.slice(1, -1).toLowerCase().replace(/^system\./, "");
export const unescape = raw => raw.replace(/`(.)/gs, (all, one) => ({ n: "\n", t: "\t", r: "\r", 0: "\0" })[one] ?? one)
  .replaceAll('""', '"');

export function variableName(node) {
  const parts = node.text.replace(/^[$@]/, "").replace(/^\{|\}$/g, "").toLowerCase().split(":");
  return parts.length === 2 ? [parts[1], parts[0]] : [parts[0]];
}
