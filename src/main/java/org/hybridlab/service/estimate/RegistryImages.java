package org.hybridlab.service.estimate;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.image.ImageLookup;
import org.hybridlab.artifact.image.ImageLookup.Answer;
import org.hybridlab.artifact.image.ImageLookup.Found;
import org.hybridlab.artifact.image.WantedImage;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.image.LabImages;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.service.lab.LabService;

/**
 * Answers of registries about a lab's images.
 *
 * @param images in the order of the machines
 */
public record RegistryImages(List<RegistryImage> images) {
    public RegistryImages {
        images = List.copyOf(images);
    }

    /** As in {@code --output json}. */
    public record RegistryImage(String image, String system, Answer answer, String why) {
    }

    /** @throws LabException {@code image-client-missing} (exit 3), {@code interrupted} */
    public static RegistryImages ask(ServiceContext context, LabService service, LabContext labContext) {
        LabImages lab = LabImages.of(labContext);
        List<WantedImage> wanted = lab.ofRegistries(service.workshop().bundled().images());
        if (wanted.isEmpty()) {
            return new RegistryImages(List.of());
        }
        try (TaskListener task = context.listener().task()) {
            return ask(lab, wanted, context.fetching(task));
        }
    }

    private static RegistryImages ask(LabImages lab, List<WantedImage> wanted, Fetching fetching) {
        ImageLookup lookup = lab.lookup(fetching).orElseThrow(() -> LabException.hostNotReady("image-client-missing",
                "This host has no client that could ask registries.", "Use a Linux host."));
        List<RegistryImage> images = new ArrayList<>();
        for (WantedImage image : wanted) {
            Found found = lookup.look(image, fetching);
            images.add(new RegistryImage(image.name().toString(), image.system(), found.answer(), found.why()));
        }
        return new RegistryImages(images);
    }

    public ExitCode exitCode() {
        return has(Answer.ABSENT) ? ExitCode.INVALID : has(Answer.UNKNOWN) ? ExitCode.NOT_JUDGED : ExitCode.OK;
    }

    public List<String> lines() {
        return images.isEmpty() ? List.of("No image comes from a registry: the machines' box has all of them.")
                : images.stream().map(RegistryImages::line).toList();
    }

    private static String line(RegistryImage one) {
        String name = "%s for %s".formatted(one.image(), one.system());
        return switch (one.answer()) {
            case FOUND -> "%s: %s has it".formatted(name, one.why());
            case ABSENT -> "%s: no registry has it (%s)".formatted(name, one.why());
            case UNKNOWN -> "%s: not known (%s)".formatted(name, one.why());
        };
    }

    private boolean has(Answer answer) {
        return images.stream().anyMatch(image -> image.answer() == answer);
    }
}
