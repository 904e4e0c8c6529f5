package org.hybridlab.provider.vagrant;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;

/** Turns a failure of vagrant into an error with advice. */
final class VagrantFailure {
    private static final int TAIL = 25;
    private static final String GENERAL = "The log of this step has all that Vagrant said.";
    private static final Map<String, String> ADVICE = Map.ofEntries(
            Map.entry("vagrant-machine-action-locked-error",
                    "Another vagrant works on this machine: wait for it, or end it."),
            Map.entry("vagrant-environment-locked-error",
                    "Another vagrant works in this workspace: wait for it, or end it."),
            Map.entry("vagrant-provider-not-usable",
                    "Run `hybridlab doctor`: it says what the provider lacks on this host."),
            Map.entry("vagrant-provider-not-found", "Run `hybridlab setup` to install the provider."),
            Map.entry("vagrant-box-not-found",
                    "Run `hybridlab box list`, then `hybridlab box build` or name another box."),
            Map.entry("vagrant-box-add-short-not-found",
                    "Check the box's name; where no catalogue can be reached, set mirrors.boxUrl in the lab file."),
            Map.entry("vagrant-domain-volume-exists",
                    "A call of Vagrant was interrupted, and left the machine's disk without its machine: run "
                            + "`hybridlab destroy LAB MACHINE`, then `hybridlab up LAB`."),
            Map.entry("vagrant-vm-boot-timeout",
                    "The machine started but its ssh did not answer: look at its console, then run "
                            + "`hybridlab up LAB` again."),
            Map.entry(Vagrant.NO_ADDRESS,
                    "DHCP gave the machine no address: look at its console, then run `hybridlab up LAB` again."),
            Map.entry("vagrant-vagrantfile-load-error",
                    "If you changed templates, run `hybridlab render LAB` and `ruby -c` on it."),
            Map.entry("vagrant-command-unavailable",
                    "Run `hybridlab setup`: a program that Vagrant needs is missing."),
            Map.entry("vagrant-ssh-not-ready", "The machine is not running: `hybridlab up LAB` starts it."),
            Map.entry("vagrant-forward-port-collision",
                    "End what listens on that port of this host, then run the same command again."));

    private VagrantFailure() {
    }

    /** @param what was tried, for people */
    static LabException of(String what, Result result) {
        List<MachineReadable> lines = MachineReadable.parseAll(result.stdout());
        Optional<List<String>> exit = MachineReadable.first(lines, "error-exit").filter(data -> !data.isEmpty());
        String said = exit.filter(data -> data.size() > 1).map(data -> data.get(1)).orElseGet(() -> tail(result));
        String id = exit.map(data -> id(data.get(0), said)).orElseGet(() -> early(result.stderr()));
        String flag = named(said).map(provider -> " --provider " + provider.id()).orElse("");
        return LabException.labFailed(id, what + " failed.", ADVICE.getOrDefault(id, GENERAL)
                .replaceFirst("hybridlab (doctor|setup)", "$0" + flag))
                .because(said.strip() + "\n" + result.command().pasteable() + " exited with " + result.exitCode());
    }

    /** Vagrant's docker provider reads all containers of the host, and fails if one disappears meanwhile. */
    private static String id(String rubyClass, String said) {
        boolean vanished = rubyClass.endsWith("DockerProvider::Errors::ExecuteError")
                && said.contains("\"inspect\"") && said.contains("No such object");
        return "vagrant-" + (vanished ? "container-vanished" : kebab(rubyClass));
    }

    /** The provider in Vagrant's message, since plain {@code doctor} checks the host's default. */
    private static Optional<ProviderName> named(String said) {
        return Stream.of(ProviderName.values()).filter(one ->
                said.contains("provider '%s'".formatted(one.id()))).findFirst();
    }

    /** {@code Vagrant::Errors::VMBootTimeout} becomes {@code vm-boot-timeout}. */
    static String kebab(String rubyClass) {
        String simple = rubyClass.substring(rubyClass.lastIndexOf(':') + 1);
        return simple.replaceAll("([a-z0-9])([A-Z])", "$1-$2").replaceAll("([A-Z]+)([A-Z][a-z])", "$1-$2")
                .toLowerCase(java.util.Locale.ROOT);
    }

    /** Vagrant's plain text on stderr, before machine-readable output. */
    private static String early(String stderr) {
        if (stderr.contains("cannot load such file -- winrm")) {
            return "vagrant-winrm-missing";
        }
        return stderr.contains("(Fog::Errors::TimeoutError)") ? Vagrant.NO_ADDRESS : "vagrant-failed";
    }

    /** Without Ruby's stack trace, which follows the reason and is longer than the tail. */
    private static String tail(Result result) {
        List<String> all = (result.stdout() + result.stderr()).lines()
                .filter(line -> !line.stripLeading().startsWith("from /")).toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - TAIL), all.size()));
    }
}
