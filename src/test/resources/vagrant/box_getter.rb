# Lets vagrant get the box of a machine of VirtualBox, as `up` begins there too, and do nothing with it.
require_relative "every_provider"

VagrantPlugins::ProviderVirtualBox::Provider.send(:define_method, :action) do |_name|
  Vagrant::Action::Builder.new.tap { |builder| builder.use Vagrant::Action::Builtin::HandleBox }
end
