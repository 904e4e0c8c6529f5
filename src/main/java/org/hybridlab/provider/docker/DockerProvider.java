package org.hybridlab.provider.docker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ProviderNetwork;
import org.hybridlab.provider.api.ProviderTool;
import org.hybridlab.provider.api.ResourceOrigin;
import org.hybridlab.provider.docker.DockerConnections.Misplaced;
import org.hybridlab.provider.vagrant.VagrantNotes;

/**
 * Linux machines as systemd containers, with real kubeadm and flannel, without hardware virtualisation. Everything for
 * a lab has the label {@value #LAB_LABEL}.
 *
 * <p>hybridlab creates the network, not Vagrant: Vagrant removes unused networks of other labs too, and connects a
 * machine only after its start.
 */
public final class DockerProvider implements Provider {
    static final String LAB_LABEL = "org.hybridlab.lab";
    static final String MACHINE_LABEL = "org.hybridlab.machine";
    /** Workspace and creator, for resources whose lab is lost. */
    static final String WORKSPACE_LABEL = "org.hybridlab.workspace";
    static final String MAKER_LABEL = "org.hybridlab.maker";
    /** On containers that never run, which give access to a box's files. */
    static final String READER_LABEL = "org.hybridlab.reader";

    /** Of docker's client, before and since version 29. */
    private static final Pattern NO_DAEMON =
            Pattern.compile("Cannot connect to the Docker daemon|failed to connect to the docker API");

    private final ProviderTool docker;
    /** Not interrupted by Ctrl-C, so that a paused container can be resumed. */
    private final ProviderTool steady;
    private final DockerResources resources;
    private final Path vagrantData;
    private final Optional<ResourceOrigin> origin;
    private final BoxFiles boxFiles;
    private final DockerDaemon daemon;
    private final DockerTrial trial;

    public DockerProvider(Processes processes, Path vagrantData) {
        this(processes, vagrantData, Optional.empty(), Optional.empty());
    }

    /**
     * @param vagrantData Vagrant's own folder in the workspace
     * @param boxFiles folder for lists of boxes' files
     */
    public DockerProvider(Processes processes, Path vagrantData, Optional<ResourceOrigin> origin,
                          Optional<Path> boxFiles) {
        this.docker = new ProviderTool(ProviderName.DOCKER, processes, Command.of("docker"));
        this.steady = new ProviderTool(ProviderName.DOCKER, processes, Command.of("docker").inOwnSession());
        this.resources = new DockerResources(docker);
        this.vagrantData = vagrantData;
        this.origin = origin;
        this.boxFiles = new BoxFiles(boxFiles);
        this.daemon = new DockerDaemon(docker,
                new DockerNote(vagrantData, vagrantData.resolve("docker-daemon")));
        this.trial = new DockerTrial(processes);
    }

    @Override
    public ProviderName name() {
        return ProviderName.DOCKER;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        Map<String, MachineState> states = new LinkedHashMap<>();
        containers(lab, "{{.State}} {{.ID}}", cancellation).forEach((machine, row) -> {
            String[] words = row.split(" ");
            MachineState state = MachineState.of(words[0]);
            states.put(machine, words.length > 1 ? state.identity(words[1]) : state);
        });
        if (states.isEmpty()) {
            daemon.mustBeTheLabs(cancellation);
        }
        return states;
    }

    @Override
    public MachinePower power(LabId id, MachinePower vagrant) {
        return new DockerPower(steady, id, this);
    }

    @Override
    public Optional<MachineDisk> disk(LabId id) {
        return Optional.of(new DockerDisk(docker, id, this, boxFiles));
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        return Map.of("container", id.machine(machine.name()), "arguments", DockerArguments.of(id, machine,
                lab.joinsExisting() ? joinedNetwork(id, lab) : id.toString(), labels(id, origin)));
    }

    @Override
    public List<Cidr> subnets(Cancellation cancellation) {
        return subnetsByName(cancellation).values().stream().flatMap(List::stream).toList();
    }

    @Override
    public void mustServe(LabId id, Lab lab, List<Machine> running, Cancellation cancellation) {
        if (running.isEmpty()) {
            trial.onHost(cancellation, Stream.of("daemon"));
        } else {
            mustReach(id, lab, id.machine(running.get(0).name()), running, cancellation);
        }
    }

    private void mustReach(LabId id, Lab lab, String container, List<Machine> machines, Cancellation cancellation) {
        trial.onHost(cancellation, Stream.concat(Stream.of("host", lab.joinsExisting() ? "" : id.bridge(),
                lab.network().machines().toString(), container), addresses(machines)));
    }

    @Override
    public void tryIn(LabId id, Machine machine, List<Machine> others, Function<List<String>, String> root,
                      Cancellation cancellation) {
        String container = id.machine(machine.name());
        String said = root.apply(DockerTrial.words(Stream.concat(Stream.of("machine", container),
                addresses(others)))).strip();
        DockerTrial.judged(said, said.startsWith("lab-network-filtered") ? "; " + trial.onHost(cancellation,
                Stream.of("rules", container)) : "");
    }

    private static Stream<String> addresses(List<Machine> machines) {
        return machines.stream().map(machine -> machine.address().toString());
    }

    @Override
    public void tryOut(Optional<String> box, Cancellation cancellation) {
        trial.onHost(cancellation, Stream.of("daemon"));
        box.ifPresent(image -> trial.onHost(cancellation, Stream.concat(Stream.of("box", image),
                DockerArguments.MACHINE.stream())));
    }

    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
        daemon.note(cancellation);
        Cidr subnet = lab.network().machines();
        List<String> there = resources.networks(id, cancellation);
        if (lab.joinsExisting()) {
            networkOf(lab, cancellation).orElseThrow(() -> LabException.invalid("cluster-network-missing",
                    "Docker has no network %s on this host.".formatted(subnet),
                    "Write the docker network of the cluster's machines as network.machines."));
        } else if (there.isEmpty()) {
            makeNetwork(id, subnet, cancellation);
        } else {
            String has = docker.look(cancellation, "network", "inspect", "--format",
                    "{{(index .IPAM.Config 0).Subnet}}", there.get(0)).strip();
            if (!has.equals(subnet.toString())) {
                throw ProviderNetwork.changed(subnet);
            }
        }
        try {
            mustReach(id, lab, "", lab.madeMachines(), cancellation);
        } catch (LabException e) {
            if (there.isEmpty() && !lab.joinsExisting()) {
                // The next try may take another network.
                docker.ask(cancellation, "network", "rm", id.toString());
            }
            throw e;
        }
        containers(id, "{{.ID}}", cancellation).forEach(this::adopt);
    }

    private void makeNetwork(LabId id, Cidr subnet, Cancellation cancellation) {
        List<String> create = new ArrayList<>(List.of("network", "create", "--subnet", subnet.toString(), "--opt",
                "com.docker.network.bridge.name=" + id.bridge()));
        labels(id, origin).forEach(label -> create.addAll(List.of("--label", label)));
        create.add(id.toString());
        try {
            docker.ask(cancellation, create.toArray(String[]::new));
        } catch (LabException e) {
            LabException.known(() -> subnetsByName(cancellation)).orElse(Map.of()).forEach((name, subnets) -> {
                if (subnets.stream().anyMatch(subnet::overlaps)) {
                    throw LabException.hostNotReady("lab-network-taken",
                            "Docker's network %s has addresses of the lab's network %s.".formatted(name, subnet),
                            "Write another one as network.machines, or none: `up` then picks one that is free. Or "
                                    + "remove that one, if nobody needs it: docker network rm " + name)
                            .because("docker network inspect %s: %s".formatted(name, subnets)).causedBy(e);
                }
            });
            throw e;
        }
    }

    @Override
    public List<String> misplaced(LabId id, Lab lab, Cancellation cancellation) {
        return all(connections(id, lab), id, lab, cancellation).stream().map(Misplaced::words).toList();
    }

    @Override
    public List<String> place(LabId id, Lab lab, Cancellation cancellation) {
        DockerConnections connections = connections(id, lab);
        List<Misplaced> all = all(connections, id, lab, cancellation);
        all.forEach(one -> connections.connect(one, new DockerPower(steady, id, this), cancellation));
        return all.stream().map(Misplaced::done).toList();
    }

    private List<Misplaced> all(DockerConnections connections, LabId id, Lab lab, Cancellation cancellation) {
        return connections.misplaced(lab, containers(id, "{{.ID}}", cancellation).values(), cancellation);
    }

    private DockerConnections connections(LabId id, Lab lab) {
        return new DockerConnections(docker, lab.joinsExisting() ? joinedNetwork(id, lab) : id.toString());
    }

    /** Without docker, a lab can still be read and planned; {@code up} starts docker first. */
    private String joinedNetwork(LabId id, Lab lab) {
        try {
            return networkOf(lab, new Cancellation()).orElse(id.toString());
        } catch (LabException e) {
            if (NO_DAEMON.matcher(e.what()).find()) {
                return id.toString();
            }
            throw e;
        }
    }

    /** The network of a foreign cluster's machines, of any owner. */
    private Optional<String> networkOf(Lab lab, Cancellation cancellation) {
        return subnetsByName(cancellation).entrySet().stream().filter(one -> one.getValue()
                .contains(lab.network().machines())).map(Map.Entry::getKey).findFirst();
    }

    private Map<String, List<Cidr>> subnetsByName(Cancellation cancellation) {
        List<String> words = new ArrayList<>(List.of("network", "inspect", "--format",
                "{{.Name}} {{range .IPAM.Config}}{{.Subnet}} {{end}}"));
        words.addAll(docker.look(cancellation, "network", "ls", "--quiet").lines().toList());
        return docker.look(cancellation, words.toArray(String[]::new)).lines().map(line -> line.split(" "))
                .collect(Collectors.toMap(row -> row[0], row -> Stream.of(row).skip(1).filter(one -> one.contains("."))
                        .map(Cidr::parse).toList(), (one, same) -> one, LinkedHashMap::new));
    }

    /**
     * Registers a container that Vagrant started but did not record, so that the next {@code up} does not fail for its
     * name. It is complete, since it got its network at creation.
     */
    private void adopt(String machine, String container) {
        new DockerNote(vagrantData, VagrantNotes.in(vagrantData).file(machine, "docker")).write(container);
    }

    @Override
    public void remove(LabId id, String machine, Cancellation cancellation) {
        Optional.ofNullable(containers(id, "{{.ID}}", cancellation).get(machine)).ifPresent(container ->
                docker.ask(cancellation, "rm", "--force", "--volumes", container));
    }

    @Override
    public boolean removesWithoutVagrant() {
        return true;
    }

    @Override
    public void release(LabId id, Cancellation cancellation) {
        resources.release(id, containers(id, "{{.ID}}", cancellation).values(), cancellation);
    }

    @Override
    public List<LabResource> resources(Cancellation cancellation) {
        return resources.all("", cancellation);
    }

    @Override
    public List<LabResource> resources(LabId id, Cancellation cancellation) {
        return resources.all("=" + id, cancellation);
    }

    @Override
    public List<LabResource> abandoned(LabId id, Cancellation cancellation) {
        return resources.abandoned(id, cancellation);
    }

    @Override
    public List<LabResource> measured(List<LabResource> all, Cancellation cancellation) {
        return resources.measured(all, cancellation);
    }

    @Override
    public void remove(LabResource resource, Cancellation cancellation) {
        resources.remove(List.of(resource), cancellation);
    }

    static List<String> labels(LabId id, Optional<ResourceOrigin> origin) {
        List<String> labels = new ArrayList<>(List.of(LAB_LABEL + "=" + id));
        origin.ifPresent(made -> labels.addAll(List.of(WORKSPACE_LABEL + "=" + made.workspace(),
                MAKER_LABEL + "=" + made.maker())));
        return labels;
    }

    private Map<String, String> containers(LabId id, String column, Cancellation cancellation) {
        Map<String, String> byMachine = new LinkedHashMap<>();
        steady.look(cancellation, "ps", "--all", "--no-trunc", "--filter", "label=" + LAB_LABEL + "=" + id,
                "--format", "{{.Label \"" + MACHINE_LABEL + "\"}} " + column).lines().forEach(line -> {
                    int blank = line.indexOf(' ');
                    byMachine.put(line.substring(0, blank), line.substring(blank + 1));
                });
        return byMachine;
    }

    /**
     * Which Docker has the lab's machines. A host may have several (Docker Desktop, rootless, {@code DOCKER_HOST}), and
     * another one would say that there are no machines.
     *
     * @param note the daemon's id and folder, written before the first machine
     */
    record DockerDaemon(ProviderTool docker, DockerNote note) {
        void note(Cancellation cancellation) {
            if (note.read().isEmpty()) {
                note.write(id(cancellation));
            }
        }

        /** @throws LabException {@code docker-differs} (exit 3) if another one answers */
        void mustBeTheLabs(Cancellation cancellation) {
            note.read().filter(noted -> !noted.equals(id(cancellation))).ifPresent(noted -> {
                throw LabException.hostNotReady("docker-differs",
                        "Another Docker answers than the one that has the lab's machines.",
                        ("Choose the one that has them, by `docker context use` or DOCKER_HOST. If it is gone with "
                                + "them, delete %s, and run the same command again.").formatted(note.file()));
            });
        }

        private String id(Cancellation cancellation) {
            // Before version 25, daemons with the same /etc/docker have the same id.
            return docker.look(cancellation, "info", "--format", "{{.ID}} {{.DockerRootDir}}").strip();
        }
    }
}
