package org.hybridlab.provider.virtualbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.OwnResume;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ProviderTool;
import org.hybridlab.provider.vagrant.VagrantNotes;

/** VirtualBox machines: NAT on the first adapter, for Vagrant, and the lab's host-only network on the second. */
public final class VirtualBoxProvider implements Provider {
    private static final Pattern ROW = Pattern.compile("\"(.*)\" \\{([0-9a-f-]+)}");

    private static final Pattern LONG_ID = Pattern.compile("UUID:\\s+([0-9a-f-]+)\\s*");
    private static final Pattern LONG_FILE = Pattern.compile("Config file:\\s+(?:.*[/\\\\])?(.+)\\.vbox\\s*");
    private static final Pattern LONG_STATE = Pattern.compile("State:\\s+(.*?)(?: \\(since .*)?\\s*");

    /** First ports of ranges below those of NodePorts and ephemeral ports. */
    private static final int SSH_PORTS = 20_000;
    private static final int WINRM_PORTS = 23_000;
    private static final int WINRM_SSL_PORTS = 26_000;

    /** VirtualBox's name of a machine whose files it cannot read. */
    private static final String UNREADABLE = "<inaccessible>";

    /** Errors about a machine whose state changes, or just changed. */
    private static final Pattern CHANGING =
            Pattern.compile("while it is locked|is already locked by a session|is not currently running");
    private static final int TRIES = 30;

    private final ProviderTool manage;
    private final VagrantNotes notes;
    private final Duration pause;

    /** @param vagrantData Vagrant's own folder in the workspace, with its records of machines */
    public VirtualBoxProvider(Processes processes, Path vagrantData) {
        this(processes, vagrantData, Duration.ofSeconds(1));
    }

    /** @param pause before another try to remove a locked machine */
    VirtualBoxProvider(Processes processes, Path vagrantData, Duration pause) {
        this.manage = new ProviderTool(ProviderName.VIRTUALBOX, processes, Command.of("VBoxManage"));
        this.notes = VagrantNotes.in(vagrantData);
        this.pause = pause;
    }

    @Override
    public ProviderName name() {
        return ProviderName.VIRTUALBOX;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        Set<String> running = identities("runningvms", lab, cancellation).keySet();
        Map<String, String> machines = identities("vms", lab, cancellation);
        if (machines.isEmpty()) {
            return Map.of();
        }
        // Only a long list tells saved, off and crashed apart, and paused from running. Paused machines are listed as
        // running (VBoxManageList.cpp). The list of all machines takes longer.
        Map<String, String> words = details(running.containsAll(machines.keySet()) ? "runningvms" : "vms", LONG_STATE,
                cancellation);
        Map<String, MachineState> states = new LinkedHashMap<>();
        machines.forEach((name, uuid) -> states.put(name, MachineState.of(words.getOrDefault(uuid,
                running.contains(name) ? "running" : "poweroff")).identity(uuid)));
        return states;
    }

    /**
     * Values of a list by machine id. The first matching line counts, since a free description comes last.
     *
     * @param line its group is the value
     */
    private Map<String, String> details(String list, Pattern line, Cancellation cancellation) {
        Map<String, String> details = new TreeMap<>();
        String uuid = "";
        for (String one : manage.look(cancellation, "list", "--long", list).lines().toList()) {
            Matcher id = LONG_ID.matcher(one);
            Matcher wanted = line.matcher(one);
            if (id.matches()) {
                uuid = id.group(1);
            } else if (wanted.matches()) {
                details.putIfAbsent(uuid, wanted.group(1));
            }
        }
        return details;
    }

    private Map<String, String> identities(String list, LabId lab, Cancellation cancellation) {
        String prefix = lab.machine("");
        Map<String, String> identities = new TreeMap<>();
        manage.look(cancellation, "list", list).lines().map(ROW::matcher).filter(Matcher::matches).forEach(row -> {
            if (row.group(1).startsWith(prefix)) {
                identities.put(row.group(1).substring(prefix.length()), row.group(2));
            } else if (row.group(1).equals(UNREADABLE) && notes.has("virtualbox", row.group(2))) {
                throw unreadable("a machine of this lab", row.group(2));
            }
        });
        return identities;
    }

    @Override
    public void remove(LabId id, String machine, Cancellation cancellation) {
        state(id, machine, cancellation).identity().ifPresent(uuid -> remove(uuid, cancellation));
    }

    /** A machine is locked while its state changes, and some seconds longer (hashicorp/vagrant#8104). */
    private void remove(String uuid, Cancellation cancellation) {
        for (int tries = 1; isThere(uuid, cancellation); tries++) {
            try {
                if (isOn(MachineState.of(details("vms", LONG_STATE, cancellation)
                        .getOrDefault(uuid, "poweroff")))) {
                    manage.ask(cancellation, "controlvm", uuid, "poweroff");
                }
                manage.ask(cancellation, "unregistervm", uuid, "--delete");
                return;
            } catch (LabException e) {
                if (tries == TRIES || !CHANGING.matcher(e.what()).find()) {
                    throw e;
                }
                cancellation.pause(pause);
            }
        }
    }

    private boolean isThere(String uuid, Cancellation cancellation) {
        return manage.look(cancellation, "list", "vms").lines().map(ROW::matcher)
                .anyMatch(row -> row.matches() && row.group(2).equals(uuid));
    }

    /** Whether it has a process, which blocks its removal, even after a failure of its processor. */
    private static boolean isOn(MachineState state) {
        return state.isRunning() || state.kind() == MachineState.Kind.PAUSED || state.word().equals("guru meditation");
    }

    @Override
    public MachinePower power(LabId id, MachinePower vagrant) {
        return new OwnResume(vagrant, (machine, lines, cancellation) ->
                resume(id, machine, vagrant, lines, cancellation));
    }

    /** Vagrant fails for a paused machine, whose forwarded ports are in use, and for a crashed one. */
    private void resume(LabId id, String machine, MachinePower vagrant, Consumer<String> lines,
                        Cancellation cancellation) {
        MachineState state = state(id, machine, cancellation);
        if (state.kind() == MachineState.Kind.PAUSED) {
            manage.ask(cancellation, "controlvm", state.identity().orElseThrow(), "resume");
        } else if (state.word().equals(MachineState.ABORTED_SAVED)) {
            manage.ask(cancellation, "startvm", state.identity().orElseThrow(), "--type", "headless");
        } else {
            vagrant.resume(machine, lines, cancellation);
        }
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        // Without tunnels, and always with Windows, frames carry hardware addresses that VirtualBox did not assign.
        boolean foreignFrames = !lab.network().mode().traits().encapsulates()
                || lab.madeMachines().stream().anyMatch(one -> one.os() == Os.WINDOWS);
        return Map.of("name", id.machine(machine.name()), "netmask", lab.network().machines().netmask(),
                "foreignFrames", foreignFrames, "sshPort", port(SSH_PORTS, machine),
                "winrmPort", port(WINRM_PORTS, machine), "winrmSslPort", port(WINRM_SSL_PORTS, machine));
    }

    /**
     * Forwarded port of this host. Vagrant would take the lowest free one, even those of suspended labs. Labs' networks
     * are in 192.168.56.0/21, so addresses differ.
     */
    private static int port(int first, Machine machine) {
        return first + (int) (machine.address().bits() & 0x7ff);
    }

    /** Vagrant creates the host-only network. */
    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
    }

    /** VirtualBox keeps host-only networks, which other labs may use. */
    @Override
    public void release(LabId id, Cancellation cancellation) {
    }

    @Override
    public List<LabResource> resources(Cancellation cancellation) {
        return resources(name -> !LabId.candidates(name).isEmpty(), cancellation);
    }

    @Override
    public List<LabResource> resources(LabId id, Cancellation cancellation) {
        return resources(id::isIn, cancellation).stream().filter(one -> id.isIn(one.name())).map(one -> one.of(id))
                .toList();
    }

    /** @param wanted machine names; if VirtualBox cannot read a machine, only its settings file has the name */
    private List<LabResource> resources(Predicate<String> wanted, Cancellation cancellation) {
        List<LabResource> all = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        manage.look(cancellation, "list", "vms").lines().map(ROW::matcher).filter(Matcher::matches).forEach(row -> {
            if (row.group(1).equals(UNREADABLE)) {
                unreadable.add(row.group(2));
            }
            LabResource.named(LabResource.Kind.MACHINE, row.group(2), row.group(1)).ifPresent(all::add);
        });
        if (!unreadable.isEmpty()) {
            // Names of settings files, which are listed even for unreadable machines.
            Map<String, String> names = details("vms", LONG_FILE, cancellation);
            unreadable.stream().filter(uuid -> !names.containsKey(uuid) || wanted.test(names.get(uuid))).findFirst()
                    .ifPresent(uuid -> {
                        throw unreadable("a machine that may be a lab's", uuid);
                    });
        }
        return all;
    }

    private static LabException unreadable(String machine, String uuid) {
        return LabException.hostNotReady("provider-not-answering", "VirtualBox cannot read the files of %s (%s): "
                .formatted(machine, uuid) + "their disk may not be there.", "Mount it. If the files are gone for good: "
                + "VBoxManage unregistervm " + uuid);
    }

    @Override
    public void remove(LabResource resource, Cancellation cancellation) {
        remove(resource.id(), cancellation);
    }
}
