package org.hybridlab.provision.windows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.hybridlab.artifact.image.KeptImage;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.image.LabImages;
import org.hybridlab.provision.render.WindowsMachine;

/** The host's images were sent to a Windows machine for import. */
final class ImagesSent extends InMachine {
    /** Lines of sum and name per sent archive. The script deletes imported archives. */
    private static final String MARK = "images";
    private static final Duration EACH = Duration.ofMinutes(WindowsMachine.PULL_MINUTES);

    private final LabImages images;

    ImagesSent(LabContext labContext, Machine machine, LabImages images) {
        super(labContext, machine);
        this.images = images;
    }

    Duration within() {
        return EACH.multipliedBy(images.of(machine).size());
    }

    @Override
    public Probe look(StepContext context) {
        Map<String, Path> wanted = wanted();
        // Images that it pulled itself need not be sent.
        return wanted.isEmpty() || sent(labContext.windowsGuest(machine, context)).containsAll(wanted.keySet())
                || new WindowsScriptRan(labContext, machine, "images.ps1", EACH).probe(context).isPresent()
                ? Probe.present("it has what is on this host, or all images already")
                : Probe.absent("this host has images that " + machine.name() + " did not get");
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(30);
    }

    @Override
    public Duration longest() {
        return within();
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        Set<String> sent = sent(guest);
        wanted().forEach((line, archive) -> {
            if (sent.add(line)) {
                String name = archive.getParent().getFileName() + ".tar";
                guest.line("sending " + name);
                // This archive is not imported yet.
                guest.remove(WindowsGuest.FOLDER + "/done/images.ps1");
                guest.send(archive, WindowsGuest.FOLDER + "/images/" + name, EACH);
                guest.setMark(MARK, String.join("\n", sent));
            }
        });
    }

    private Map<String, Path> wanted() {
        Map<String, Path> lines = new TreeMap<>();
        images.of(machine).stream().map(images::here).flatMap(Optional::stream).forEach((KeptImage kept) ->
                lines.put(kept.sha256() + " " + kept.image().flat(), kept.archive()));
        return lines;
    }

    private static Set<String> sent(WindowsGuest guest) {
        Set<String> lines = new TreeSet<>();
        guest.mark(MARK).ifPresent(text -> text.lines().map(String::strip).forEach(lines::add));
        return lines;
    }
}
