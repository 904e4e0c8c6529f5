package org.hybridlab.cli;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.ExitCode;

/** Writes docs/reference/exit-codes.md: what each exit code means, and what to do about it. */
final class ExitCodesPage {
    private static final String PAGE = """
            # Exit codes

            Every call of hybridlab ends with one of these numbers, except `ssh`, `kubectl`, `cp` and `logs`, which run
            another program. Your scripts and CI jobs can rely on them. A signal ends some short calls at once: Ctrl-C
            with 130, TERM with 143, HUP with 129. They write no document then.

            | code | what it means | what you do |
            |---|---|---|
            %s
            This page is generated from the codes themselves. `hybridlab help exit-codes` prints the first two columns.

            ```sh
            hybridlab validate nowhere
            echo $?                       # 2: there is no such lab
            ```

            A failure on standard error also has an id in brackets, such as `[lab-not-found]`. [Failures](failures.md)
            lists the ids. With `--output json` you get both as [data](json-output.md#failures).

            ## Commands with answers of their own

            | command | its exit code |
            |---|---|
            | `up` | that of the first step that failed, or else that of the checks |
            | `check` | 1 if a check failed. Otherwise 3 if hybridlab could not write a report, and 5 if it could not \
            judge a check |
            | `diagnose` | 1 if something is wrong. Otherwise 5 if it could not look at everything. With `--fix`, \
            that of the command that failed |
            | `status` | 3 if the provider does not answer. Otherwise 1 unless all machines run, their nodes are \
            Ready, and etcd answers on machines of its own |
            | `reset --soft` | 1 if something still differs. With `--dry-run`, 5 if it could not compare everything, \
            else 0 |
            | `list --orphans` | 5 if a provider does not answer, else 0, also if there are orphans |
            | `destroy --orphans` | 1 if something remains. Otherwise 5 if a provider does not answer |
            | `drain` | 1 if a pod did not leave in time, 2 if a pod would lose something |
            | `exec` | 1 if the command failed on any machine |
            | `doctor` | 3 if your host lacks something |
            | `validate --registries` | 2 if no registry has an image. Otherwise 5 if a registry does not answer |
            | `validate --server` | 2 if the API server refuses an object. 3 if your host cannot start it |
            | `ssh`, `kubectl`, `cp`, `logs` | that of the program that they run. It may be any number |

            ## What the state of a lab means for `status`, `check` and `diagnose`

            `status` looks at machines, nodes and etcd. It shows workloads that lack pods, and leaves their judgement to
            `check`.

            | state of the lab | `status` | `check` | `diagnose` |
            |---|---|---|---|
            | all is well | 0 | 0 | 0 |
            | a machine is off | 1 | 1 | 1 |
            | a node is not Ready | 1 | 1 | 1 |
            | etcd is stopped on a machine for etcd | 1 | 1 | 1 |
            | the API server does not answer | 1 | 1 | 1 |
            | a reset has not ended | 1 | 1 | 1 |
            | a workload lacks pods | 0 | 1 | 1 |
            | a page fails | 0 | 1 | 1 |
            | a check cannot be judged | 0 | 5 | 0 |
            | a machine that runs does not let hybridlab in | 0 | 0 | 5 |
            | the provider hangs, the cluster is well | 3 | 0 | 1 |
            | the lab was never up | 1 | 2 | 2 |
            """;

    private ExitCodesPage() {
    }

    static String text() {
        return PAGE.formatted(Stream.of(ExitCode.values()).map(code -> "| %d | %s | %s |\n".formatted(code.number(),
                code.meaning(), advice(code))).collect(Collectors.joining()));
    }

    /** A new code does not compile without its advice. */
    private static String advice(ExitCode code) {
        return switch (code) {
            case OK -> "-";
            case LAB_FAILED -> "Run `hybridlab diagnose LAB`. It looks for the cause.";
            case INVALID -> "Correct what the message names. `hybridlab validate LAB` lists all mistakes of a lab "
                    + "file.";
            case HOST_NOT_READY -> "Follow the message's advice. `hybridlab doctor` shows what your host lacks.";
            case BUG -> "Report it with that file.";
            case NOT_JUDGED -> "Read which answer is missing and why. Then run the same call again.";
            case INTERRUPTED -> "Run the same call again.";
        };
    }
}
