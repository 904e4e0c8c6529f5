package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.service.ImageService;
import org.hybridlab.service.ImageService.ImageLine;
import org.hybridlab.service.ImageService.ImageList;
import org.hybridlab.service.ImageService.RemovedImages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands of {@code hybridlab image}. */
public final class ImageCommands {
    private static final int DIGITS = "sha256:".length() + 12;

    private ImageCommands() {
    }

    public static CommandGroup group() {
        return new CommandGroup("hybridlab image load first-cluster app:1", new ImageLoadCommand(),
                new ImageListCommand(), new ImageRemoveCommand());
    }

    @Command(name = "load", description = {"Load images of this host into the machines of a lab.",
        "`up` loads them again where they lack, also after `destroy`."}, footer = {
            "  hybridlab image load first-cluster app:1",
            "  hybridlab image load first-cluster --on node ./app.tar"})
    public static final class ImageLoadCommand extends LabCommand {
        private static final DocumentKind<ImageService.LoadedNow> IMAGE_LOAD =
                new DocumentKind<>("image-load", ImageService.LoadedNow.class);

        @Option(names = "--on", paramLabel = "MACHINE", split = ",", description = "Only these machines.")
        private List<String> on = new ArrayList<>();
        @Parameters(index = "1..*", arity = "1..*", paramLabel = "IMAGE",
                description = "An image of docker, podman or nerdctl. Or a path that begins with ./ or /, or ends with "
                        + ".tar: an OCI folder, or an archive of OCI or docker.")
        private List<String> images = new ArrayList<>();

        @Override
        public CommandResult call() {
            return CommandResult.of(IMAGE_LOAD, new ImageService(context()).load(named(), images, on),
                    done -> "Loaded %s into %s.".formatted(String.join(", ", done.images().stream().map(ImageLine::name)
                            .distinct().toList()), String.join(", ", done.machines())));
        }
    }

    @Command(name = "list", description = "Show the images that were loaded into a lab, and which machines have them.",
            footer = "  hybridlab image list first-cluster --output json")
    public static final class ImageListCommand extends LabCommand {
        private static final DocumentKind<ImageList> IMAGE_LIST = new DocumentKind<>("image-list", ImageList.class);

        @Override
        public CommandResult call() {
            ImageList list = new ImageService(context()).list(named());
            if (list.images().isEmpty()) {
                return CommandResult.of(IMAGE_LIST, list, "No image was loaded. Load one: hybridlab image load "
                        + word() + " IMAGE");
            }
            Table table = new Table("IMAGE", "DIGEST", "SIZE", "MACHINES", "LACKING", "UNKNOWN");
            list.images().forEach(one -> table.add(one.name(), one.digest().substring(0, DIGITS),
                    CacheCommands.CacheService.size(one.bytes()), String.join(", ", one.machines()),
                    String.join(", ", one.lacking()), String.join(", ", one.unknown())));
            List<String> lines = new ArrayList<>(table.lines());
            if (list.images().stream().anyMatch(one -> !one.lacking().isEmpty())) {
                lines.add("Load what is lacking: hybridlab up " + word());
            }
            return CommandResult.of(IMAGE_LIST, list, lines);
        }
    }

    @Command(name = "remove", description = "Remove loaded images from the machines of a lab.",
            footer = "  hybridlab image remove first-cluster app:1")
    public static final class ImageRemoveCommand extends LabCommand {
        private static final DocumentKind<RemovedImages> IMAGE_REMOVAL =
                new DocumentKind<>("image-removal", RemovedImages.class);

        @Parameters(index = "1..*", arity = "1..*", paramLabel = "IMAGE",
                description = "As `hybridlab image list` shows it.")
        private List<String> images = new ArrayList<>();

        @Override
        public CommandResult call() {
            RemovedImages done = new ImageService(context()).remove(named(), images);
            return CommandResult.of(IMAGE_REMOVAL, done, "Removed %s.".formatted(String.join(", ", done.removed()))
                    + (done.kept().isEmpty() ? "" : " These do not run, and keep it: %s.".formatted(
                            String.join(", ", done.kept()))));
        }
    }
}
