package org.hybridlab.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/**
 * Fake of docker and of a vagrant in front of it: docker removes by its own ids only, refuses what is not there and a
 * network that is in use, and keeps volumes; vagrant fails, or removes the machines that it is called with. The real
 * docker judges each filter and format; this one knows those that hybridlab uses.
 */
final class DockerWorld implements Processes {
    /** Container ids to what they are. */
    final Map<String, Machine> containers = new ConcurrentHashMap<>();
    final Map<String, String> networks = new ConcurrentHashMap<>();
    /** By machine, if they do not run. */
    final Map<String, String> states = new ConcurrentHashMap<>();
    final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    boolean vagrantFails;
    /** A volume of this lab's that a container of somebody else's uses, so that docker does not list it as dangling. */
    String usedVolumeOf = "";
    /** A lab that a container of somebody else's is in the network of. */
    String sharedNetworkOf = "";
    /** Lists of volumes that are not dangling fail. */
    boolean volumesUnknown;

    record Machine(String lab, String name) {
    }

    void machine(String lab, String name) {
        containers.put("id-" + lab + "-" + name, new Machine(lab, name));
        networks.put("net-" + lab, lab);
    }

    @Override
    public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        List<String> words = command.words();
        ran.add(String.join(" ", words));
        return switch (words.get(0)) {
            case "docker" -> docker(command, words);
            case "vagrant" -> vagrant(command, words);
            default -> new Result(command, 0, "", "", Duration.ZERO);
        };
    }

    private Result docker(Command command, List<String> words) {
        String last = words.get(words.size() - 1);
        String label = words.stream().filter(word -> word.startsWith("label=org.hybridlab.lab=")).findFirst()
                .map(word -> word.substring("label=org.hybridlab.lab=".length())).orElse("");
        if (words.get(1).equals("ps")) {
            return ok(command, containers.entrySet().stream().filter(one -> one.getValue().lab().equals(label))
                    .map(one -> last.replace("{{.Label \"org.hybridlab.machine\"}}", one.getValue().name())
                            .replace("{{.State}}", states.getOrDefault(one.getValue().name(), "running"))
                            .replace("{{.ID}}", one.getKey()))
                    .collect(Collectors.joining("\n")));
        }
        if (words.get(1).equals("rm")) {
            return containers.remove(last) == null ? no(command, "No such container: " + last) : ok(command, last);
        }
        if (words.get(1).equals("network") && words.get(2).equals("ls")) {
            return ok(command, networks.entrySet().stream().filter(one -> one.getValue().equals(label))
                    .map(one -> last.startsWith("{{.ID}}\t")
                            ? "%1$s\t%1$s\t\t%2$s\t\t".formatted(one.getKey(), label) : one.getKey())
                    .collect(Collectors.joining("\n")));
        }
        if (words.get(1).equals("network") && words.get(2).equals("rm")) {
            boolean used = sharedNetworkOf.equals(networks.get(last))
                    || containers.values().stream().anyMatch(one -> one.lab().equals(networks.get(last)));
            return used || networks.remove(last) == null ? no(command, last + " has active endpoints")
                    : ok(command, last);
        }
        if (words.get(1).equals("volume") && words.get(2).equals("ls") && !words.contains("dangling=true")) {
            return volumesUnknown ? no(command, "context deadline exceeded") : ok(command, label.isEmpty()
                    || !label.equals(usedVolumeOf) ? "" : "v1\tv1\t\t" + label + "\t\t");
        }
        return ok(command, "");
    }

    private Result vagrant(Command command, List<String> words) {
        if (vagrantFails) {
            return no(command, "The machine with the name was not found configured for this Vagrant environment.");
        }
        if (words.get(1).equals("destroy")) {
            containers.values().removeIf(one -> words.contains(one.name()));
        }
        return ok(command, "");
    }

    private static Result ok(Command command, String answer) {
        return new Result(command, 0, answer.isEmpty() ? "" : answer + "\n", "", Duration.ZERO);
    }

    private static Result no(Command command, String reason) {
        return new Result(command, 1, "", reason + "\n", Duration.ZERO);
    }
}
