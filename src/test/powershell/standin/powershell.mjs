// Runs PowerShell sources as far as hybridlab's scripts use the language, by the tree of tree-sitter's grammar.
// Not PowerShell: a stand-in for tests. Whatever it does not know ends the script with its name.
import { call, construct, member, property } from "./dotnet.mjs";
import { Killed } from "./machine.mjs";
import { innermost, parse, plainExpression, typeName, unescape, variableName } from "./tree.mjs";
import { Failure, Unknown, add, convert, list, operate, same, single, text, truth } from "./values.mjs";

class Exit { constructor(code) { this.code = code; } }
class Return { constructor(values) { this.values = values; } }
class Block { constructor(node, scope) { this.node = node; this.scope = scope; } toString() { return this.node.text; } }

/**
 * One process of powershell.exe. What it starts and asks for comes from a host: cmdlets by name (lower case) with their
 * parameters, programs by path, environment variables, and where lines go.
 */
export class Shell {
  constructor(host) {
    this.host = host;
    this.functions = new Map();
    this.global = new Map();
    this.lastExit = 0;
    this.strict = false;
    this.preference = "continue";
    this.progress = "continue";
  }

  /** PowerShell's own errors; with -EncodedCommand they go to a redirected stderr as XML (PowerShell/PowerShell#5912). */
  error(message) {
    const escaped = message.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r\n", "_x000D__x000A_");
    if (this.host.clixml) this.host.err(`#< CLIXML\r\n<Objs Version="1.1.0.1" xmlns="http://schemas.microsoft.com/powershell/2004/04"><S S="Error">${escaped}_x000D__x000A_</S></Objs>`);
    else this.host.err(message);
  }

  /** What a module tells of its progress when a cmdlet of it is called for the first time. */
  prepares(module) {
    if (!this.host.clixml || this.progress !== "continue" || this.prepared || !module) return;
    this.prepared = true;
    this.host.err('#< CLIXML\r\n<Objs Version="1.1.0.1"><Obj S="progress" RefId="0"><MS><AV>Preparing modules for first use.</AV></MS></Obj></Objs>');
  }

  /** The exit code. */
  async run(source, args = []) {
    const root = parse(source);
    if (root === null) {
      throw new Unknown("the grammar cannot read the source");
    }
    const scope = { vars: this.global, parent: null };
    this.traps = root.descendants("trap_statement");
    try {
      const parameters = root.namedChildren.find(child => child.type === "param_block");
      if (parameters) {
        await this.bind(parameters, this.words(args), scope, "the script");
      }
      for (const part of root.namedChildren.flatMap(child => child.type === "statement_list" ? child.namedChildren : [child])) {
        await this.trapped(part, scope);
      }
      return 0;
    } catch (thrown) {
      if (thrown instanceof Exit) return thrown.code;
      if (thrown instanceof Return) return 0;
      if (!(thrown instanceof Failure)) throw thrown;
      this.error(thrown.message);
      return 1;
    }
  }

  /** A trap that does not end the script lets it go on with the next statement. */
  async trapped(part, scope) {
    try {
      await this.statement(part, scope, value => this.host.out(text(value)));
    } catch (thrown) {
      if (!(thrown instanceof Failure) || this.traps.length === 0) throw thrown;
      scope.vars.set("_", { toString: () => thrown.message, InvocationInfo: { ScriptLineNumber: thrown.line ?? 0 } });
      await this.statement(this.traps[0].namedChildren.at(-1), scope, value => this.host.out(text(value)));
      this.error(thrown.message);
    }
  }

  /** Arguments of -File: names and values. */
  words(args) {
    return args.map(word => /^-[A-Za-z]/.test(word) ? { name: word.slice(1) } : { value: word });
  }

  async statements(node, scope, out) {
    for (const child of node.namedChildren) {
      await this.statement(child, scope, out);
    }
  }

  async statement(node, scope, out) {
    if (this.host.dead) throw new Killed();
    // A loop that does not even sleep would keep the stand-in busy for ever; whole courses take some ten thousand.
    if (++this.host.machine.statements > 1_000_000) {
      throw new Unknown("a script that does not end");
    }
    try {
      switch (node.type) {
        case "while_condition": case "statement_list": case "statement_block": case "script_block_body":
          return await this.statements(node, scope, out);
        case "param_block": case "trap_statement": case "empty_statement":
          return;
        case "function_statement":
          this.functions.set(node.namedChildren[0].text.toLowerCase(), node.namedChildren[1]);
          return;
        case "pipeline":
          return await this.pipeline(node, scope, out);
        case "if_statement":
          return await this.choose(node, scope, out);
        case "while_statement":
          while (truth(await this.value(node.namedChildren[0], scope))) {
            await this.statement(node.namedChildren[1], scope, out);
          }
          return;
        case "foreach_statement": {
          const [variable, values, body] = node.namedChildren.filter(child => child.type !== "foreach_parameter");
          for (const each of list(await this.value(values, scope))) {
            this.set(variable, each, scope);
            await this.statement(body, scope, out);
          }
          return;
        }
        case "flow_control_statement":
          return await this.flow(node, scope);
        case "try_statement":
          return await this.attempt(node, scope, out);
        default:
          throw new Unknown(`statement ${node.type}`);
      }
    } catch (thrown) {
      if (thrown instanceof Failure) thrown.line ??= node.row + 1;
      if (thrown instanceof Unknown && !thrown.told) {
        thrown.told = true;
        thrown.message += `, line ${node.row + 1}: ${node.text.split("\n")[0]}`;
      }
      throw thrown;
    }
  }

  async choose(node, scope, out) {
    for (const part of [node, ...node.namedChildren.filter(child => child.type === "elseif_clauses")
        .flatMap(child => child.namedChildren)]) {
      if (truth(await this.value(part.namedChildren[0], scope))) {
        return this.statement(part.namedChildren[1], scope, out);
      }
    }
    const otherwise = node.namedChildren.find(child => child.type === "else_clause");
    return otherwise && this.statement(otherwise.namedChildren[0], scope, out);
  }

  /** try with one catch, for all errors or for one type of them. What it put out before stays. */
  async attempt(node, scope, out) {
    const clauses = node.namedChildren.find(child => child.type === "catch_clauses").namedChildren;
    if (clauses.length !== 1 || clauses[0].namedChildren.length > 2) throw new Unknown("try with several clauses");
    const type = clauses[0].namedChildren.length === 2 ? typeName(clauses[0].namedChildren[0]) : null;
    try {
      await this.statement(node.namedChildren[0], scope, out);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || (type !== null && thrown.type !== type)) throw thrown;
      scope.vars.set("_", { toString: () => thrown.message });
      await this.statement(clauses[0].namedChildren.at(-1), scope, out);
    }
  }

  async flow(node, scope) {
    const value = node.namedChildren[0] ? await this.value(node.namedChildren[0], scope) : null;
    switch (node.children[0].type) {
      case "exit": throw new Exit(value === null ? 0 : Number(value));
      case "throw": throw new Failure(text(value));
      case "return": throw new Return(node.namedChildren[0] ? list(value) : []);
      default: throw new Unknown(node.children[0].type);
    }
  }

  async pipeline(node, scope, out) {
    const chain = node.namedChildren[0];
    if (chain.type === "assignment_expression") {
      return this.assign(chain, scope);
    }
    if (chain.type !== "pipeline_chain" || node.namedChildren.length !== 1) {
      throw new Unknown(`pipeline of ${node.namedChildren.map(child => child.type)}`);
    }
    let input = null;
    const parts = chain.namedChildren;
    for (const part of parts) {
      const collected = [];
      const sink = part === parts.at(-1) ? out : value => collected.push(value);
      const emit = value => list(value).forEach(sink);
      if (part.type === "command") {
        await this.command(part, scope, emit, input);
      } else {
        const value = await this.value(part, scope);
        // What a method without a result leaves is no output.
        if (value !== undefined) emit(value);
      }
      input = collected;
    }
  }

  async assign(node, scope) {
    const [target, operator, source] = node.namedChildren;
    const expression = plainExpression(source);
    let value = expression ? await this.value(expression, scope) ?? null : single(await this.collect(source.parent, scope, [source]));
    if (operator.text === "+=") {
      const old = await this.value(target, scope);
      value = Array.isArray(old) ? [...old, ...list(value)] : add(old, value);
    } else if (operator.text !== "=") {
      throw new Unknown(`operator ${operator.text}`);
    }
    this.set(innermost(target), value, scope);
  }

  set(variable, value, scope) {
    if (variable.type !== "variable") throw new Unknown(`assignment to ${variable.type}`);
    const [name, drive] = variableName(variable);
    if (drive === "env") {
      this.host.env.set(name, text(value));
    } else if (drive === "script") {
      this.global.set(name, value);
    } else if (drive) {
      throw new Unknown(`variable ${variable.text}`);
    } else {
      if (name === "erroractionpreference") this.preference = value.toLowerCase();
      if (name === "progresspreference") this.progress = value.toLowerCase();
      scope.vars.set(name, value);
    }
  }

  get(variable, scope) {
    const [name, drive] = variableName(variable);
    if (drive === "env") return this.host.env.get(name);
    if (drive && drive !== "script") throw new Unknown(`variable ${variable.text}`);
    const known = { true: true, false: false, null: null, lastexitcode: this.lastExit };
    if (name in known) return known[name];
    for (let at = scope; at; at = at.parent) {
      if (at.vars.has(name)) return at.vars.get(name);
    }
    if (this.strict) {
      throw new Failure(`The variable '${variable.text}' cannot be retrieved because it has not been set.`);
    }
    return null;
  }

  async value(node, scope) {
    if (["pipeline", "statement_list", "while_condition"].includes(node.type)) {
      const expression = plainExpression(node);
      return expression ? this.value(expression, scope) : single(await this.collect(node.parent, scope, [node]));
    }
    const at = innermost(node);
    switch (at.type) {
      case "variable":
        return this.get(at, scope);
      case "verbatim_string_characters":
        return at.text.slice(1, -1).replaceAll("''", "'");
      case "verbatim_here_string_characters":
        return at.text.replace(/^@'\r?\n|\r?\n'@$/g, "");
      case "expandable_string_literal":
        return this.expand(at, scope);
      case "decimal_integer_literal": case "real_literal":
        return Number(at.text);
      case "parenthesized_expression":
        return this.value(at.namedChildren[0], scope);
      case "array_expression":
        return this.collect(at, scope);
      case "array_literal_expression":
        return Promise.all(at.namedChildren.map(child => this.value(child, scope)));
      case "script_block_expression":
        return new Block(at.namedChildren[0], scope);
      case "expression_with_unary_operator": {
        const value = await this.value(at.namedChildren.at(-1), scope);
        if (!["-not", "!"].includes(at.children[0].text)) throw new Unknown(`operator ${at.children[0].text}`);
        return !truth(value);
      }
      // Only for methods that give something back by a parameter.
      case "cast_expression": {
        const [type, of] = at.namedChildren;
        if (typeName(type) !== "ref") throw new Unknown(`cast to ${type.text}`);
        if (!scope.vars.has(variableName(innermost(of))[0])) throw new Failure("[ref] cannot be applied to a variable that does not exist.");
        return { set: value => this.set(innermost(of), value, scope) };
      }
      case "logical_expression": case "logical_argument_expression": {
        const operator = at.children[1].text.toLowerCase();
        const left = truth(await this.value(at.namedChildren[0], scope));
        if (operator === "-and") return left && truth(await this.value(at.namedChildren.at(-1), scope));
        if (operator === "-or") return left || truth(await this.value(at.namedChildren.at(-1), scope));
        throw new Unknown(`operator ${operator}`);
      }
      case "comparison_expression": case "comparison_argument_expression":
      case "additive_expression": case "additive_argument_expression":
      case "multiplicative_expression": case "multiplicative_argument_expression":
        return operate(at.children[1].text.toLowerCase(), await this.value(at.children[0], scope),
          await this.value(at.children[2], scope));
      case "member_access": {
        const [of, name] = at.namedChildren;
        if (of.type === "type_literal") return member(typeName(of), name.text);
        return property(await this.value(of, scope), name.text, this.strict);
      }
      case "element_access": {
        const of = await this.value(at.namedChildren[0], scope);
        const index = await this.value(at.namedChildren[1], scope);
        if (this.strict && (of === null || index >= list(of).length)) {
          throw new Failure("Index was outside the bounds of the array.");
        }
        return list(of)[index] ?? null;
      }
      case "invokation_expression": {
        const [of, name] = at.namedChildren;
        const args = [];
        for (const each of at.descendants("argument_expression").filter(one => one.parent.parent.parent === at)) {
          args.push(await this.value(each, scope));
        }
        return of.type === "type_literal" ? construct(typeName(of), name.text, args, this.host)
          : call(await this.value(of, scope), name.text, args, this.host);
      }
      default:
        throw new Unknown(`expression ${at.type} ${at.text}`);
    }
  }

  /** What statements put out. */
  async collect(node, scope, statements = node.namedChildren) {
    const values = [];
    for (const child of statements) {
      await this.statement(child, scope, value => values.push(value));
    }
    return values;
  }

  async expand(node, scope) {
    let result = "";
    let from = node.startIndex + 1;
    const raw = (start, end) => unescape(node.text.slice(start - node.startIndex, end - node.startIndex));
    for (const child of node.namedChildren) {
      result += raw(from, child.startIndex);
      if (child.type === "variable") {
        result += text(this.get(child, scope));
      } else if (child.type === "sub_expression") {
        result += text(single(await this.collect(child, scope)));
      } else {
        throw new Unknown(`${child.type} in a string`);
      }
      from = child.endIndex;
    }
    return result + raw(from, node.endIndex - 1);
  }

  /** @param input the values that come by the pipe, null at its beginning */
  async command(node, scope, out, input) {
    const calls = node.children[0].type === "command_invokation_operator";
    const nameNode = node.namedChildren.find(child => child.type.startsWith("command_name"));
    const name = calls ? await this.calledName(nameNode, scope) : nameNode.text;
    const elements = node.namedChildren.find(child => child.type === "command_elements");
    const words = elements ? await this.elements(elements, scope) : [];
    if (name instanceof Block) {
      return this.block(name, out);
    }
    const key = name.toLowerCase();
    if (this.functions.has(key)) {
      return this.invoke(this.functions.get(key), words, scope, name, out);
    }
    if (key === "set-strictmode") {
      this.strict = true;
      return undefined;
    }
    const cmdlet = this.host.cmdlets[key];
    if (cmdlet) {
      return this.cmdlet(cmdlet, name, words, input, out);
    }
    return this.program(name, words, input, out);
  }

  async calledName(node, scope) {
    const at = innermost(node);
    return ["command_name", "path_command_name_token"].includes(at.type) ? at.text : this.value(at, scope);
  }

  async elements(node, scope) {
    const words = [];
    for (const child of node.namedChildren) {
      const at = innermost(child);
      if (at.type === "command_argument_sep") {
        if (at.text.trim() === ":") words.at(-1).bound = true;
      } else if (at.type === "command_parameter") {
        words.push({ name: at.text.slice(1), text: at.text });
      } else if (at.type === "generic_token") {
        words.push({ value: at.text });
      } else if (at.type === "variable" && at.text.startsWith("@")) {
        list(this.get(at, scope)).forEach(value => words.push({ value }));
      } else {
        words.push({ value: await this.value(child, scope) });
      }
    }
    return words;
  }

  async program(name, words, input, out) {
    const args = words.flatMap(word => "name" in word ? [word.text] : list(word.value).map(text));
    this.lastExit = await this.host.program(name, args, {
      stdin: input === null ? null : input.map(text).join("\r\n") + "\r\n", out, err: line => this.host.err(line) });
  }

  async cmdlet(cmdlet, name, words, input, out) {
    const given = named(words, name, cmdlet);
    this.prepares(cmdlet.module);
    const wish = "erroraction" in given ? text(given.erroraction).toLowerCase() : this.preference;
    try {
      await cmdlet.run(given, { out, input: input ?? [], piped: input !== null, shell: this, host: this.host });
    } catch (thrown) {
      if (!(thrown instanceof Failure) || wish === "stop") throw thrown;
      if (wish === "continue") this.error(thrown.message);
    }
  }

  async invoke(block, words, caller, name, out) {
    const scope = { vars: new Map(), parent: caller };
    const parameters = block.namedChildren.find(child => child.type === "param_block");
    if (parameters) {
      await this.bind(parameters, words, scope, name);
    } else if (words.length > 0) {
      throw new Unknown(`arguments of ${name}`);
    }
    try {
      await this.statements(block, scope, out);
    } catch (thrown) {
      if (!(thrown instanceof Return)) throw thrown;
      thrown.values.forEach(out);
    }
  }

  async bind(parameters, words, scope, name) {
    const known = parameters.descendants("script_parameter").map(one => ({
      name: one.namedChildren.find(child => child.type === "variable").text.slice(1).toLowerCase(),
      type: one.descendants("type_literal")[0]?.text.toLowerCase(),
      fallback: one.namedChildren.find(child => child.type === "script_parameter_default") }));
    const given = named(words, name, { takes: Object.fromEntries(known.map(one => [one.name, "value"])),
      positions: known.map(one => one.name) });
    for (const one of known) {
      const value = one.name in given ? given[one.name]
        : one.fallback ? await this.value(one.fallback.namedChildren.at(-1), scope) : null;
      scope.vars.set(one.name, convert(value, one.type));
    }
  }

  /** Runs a script block; with an element of a pipeline as $_ if there is one. */
  async block(block, out, element) {
    const scope = { vars: new Map(element === undefined ? [] : [["_", element]]), parent: block.scope };
    await this.statements(block.node, scope, out);
  }

  async ask(block, element) {
    const values = [];
    await this.block(block, value => values.push(value), element);
    return single(values);
  }
}

/** Parameters by name in lower case; switches are true. */
function named(words, name, cmdlet) {
  const given = {};
  const positions = [...cmdlet.positions ?? []];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const key = "name" in word ? word.name.toLowerCase() : positions.shift();
    if (!key || !(key in cmdlet.takes || key === "erroraction")) {
      throw new Unknown(`parameter ${"name" in word ? "-" + word.name : text(word.value)} of ${name}`);
    }
    if (!("name" in word)) {
      given[key] = word.value;
    } else if (cmdlet.takes[key] === "switch") {
      given[key] = word.bound ? words[++i].value : true;
    } else {
      if (i + 1 >= words.length || "name" in words[i + 1]) throw new Failure(`Missing an argument for parameter '${word.name}'.`);
      given[key] = words[++i].value;
    }
  }
  return given;
}

